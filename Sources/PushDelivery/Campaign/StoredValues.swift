/// Values in order, each made when it is asked for, as of outcomes that are kept in a file: there may be hundreds of thousands.
public struct StoredValues<Element: Sendable>: RandomAccessCollection, Sendable {
  public let endIndex: Int
  private let read: @Sendable (Int) -> Element

  public var startIndex: Int { 0 }

  public subscript(index: Int) -> Element { read(index) }

  /// - Parameter read: gives a value by its index.
  package init(count: Int, read: @escaping @Sendable (Int) -> Element) { (endIndex, self.read) = (count, read) }

  public init(_ values: [Element]) { self.init(count: values.count) { values[$0] } }

  /// What a function makes of these, each time that it is asked for.
  package func changed<Other>(_ change: @escaping @Sendable (Element) -> Other) -> StoredValues<Other> {
    StoredValues<Other>(count: count) { [read] in change(read($0)) }
  }
}

extension StoredValues: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StoredValues: Equatable where Element: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension StoredValues: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension StoredValues: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension StoredValues: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}
