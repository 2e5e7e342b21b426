import Findings

/// Edits to the text of a request that leave all else in it unchanged. Each gives no edits if the text cannot be edited, or another value
/// is in the way.
extension RequestDocument {
  /// Sets the member at the end of a path, and adds missing objects on it. It does not edit an object with spread members, because it might
  /// override one of these. `value`: as JSON text.
  func setting(_ path: [String], to value: String) -> [TextEdit] {
    guard isEditable else { return [] }
    let (object, rest) = reach(path)
    guard let member = Self.member(rest, value) else { return [TextEdit(object.range, value)] }
    return object.isObject && !object.isOpen ? [insertion(of: member, into: object)] + claim(of: rest, in: object) : []
  }

  /// How far a path leads: its last existing value, and the names that are left.
  private func reach(_ path: [String]) -> (value: JSONNode, rest: ArraySlice<String>) {
    var (value, rest) = (message, path[...])
    while let name = rest.first, let member = value.members.last(where: { $0.name == name }) {
      value = member.value
      rest = rest.dropFirst()
    }
    return (value, rest)
  }

  /// A member with all its contents; nil if there is no name left.
  private static func member(_ names: ArraySlice<String>, _ value: String) -> String? {
    guard let name = names.first else { return nil }
    let nested = names.dropFirst().reversed().reduce(value) { text, name in "{\(JSONText.quoted(name)): \(text)}" }
    return "\(JSONText.quoted(name)): \(nested)"
  }

  /// Removes the member at the end of a path, and its object too, if that means nothing when empty.
  func removing(_ path: [String]) -> [TextEdit] {
    let path = emptied(by: path)
    guard isEditable, let name = path.last, let object = path.count == 1 ? message : node(path.dropLast()),
      let index = object.members.lastIndex(where: { $0.name == name })
    else { return [] }
    let members = object.members
    // A trailing comma goes with the last.
    if members.count == 1 { return [TextEdit((object.offset + 1)..<(object.end - 1))] }
    let range =
      index == 0
      ? members[0].nameOffset..<members[1].nameOffset : members[index - 1].value.end..<members[index].value.end
    return [TextEdit(range)]
  }

  /// Moves a value to another place. If the same value is already there, it is only removed.
  func moving(_ path: [String], to place: [String]) -> [TextEdit] {
    guard let value = node(path) else { return [] }
    if let other = node(place), other.content != .null {
      return other.value == value.value && !other.isExpression ? removing(path) : []
    }
    return moving(path, to: place, as: text(of: value.range))
  }

  /// Removes a value and sets the missing member at the end of another path. `value`: as JSON text.
  func moving(_ path: [String], to place: [String], as value: String) -> [TextEdit] {
    let (object, rest) = reach(place)
    let old = emptied(by: path)
    // If it only moves further into its own object, it stays in its line.
    if isEditable, !object.isOpen, let parent = node(old.dropLast()), object.range == parent.range,
      let member = parent.members.last(where: { $0.name == old.last }), let new = Self.member(rest, value)
    {
      return [TextEdit(member.nameOffset..<member.value.end, new)] + claim(of: rest, in: object)
    }
    let insertion = setting(place, to: value)
    return insertion.isEmpty ? [] : removing(path) + insertion
  }

  /// Prevents two edits from adding objects to one at once: they might add the same twice.
  private func claim(of names: ArraySlice<String>, in object: JSONNode) -> [TextEdit] {
    names.count > 1 ? [TextEdit((object.offset + 1)..<(object.offset + 1))] : []
  }

  /// The path to remove with a member: its object, if that holds nothing else and means nothing when empty.
  private func emptied(by path: [String]) -> [String] {
    let object = Array(path.dropLast())
    let isLast = node(object)?.members.count == 1
    return isLast && ["fcm_options", "headers"].contains(object.last) ? object : path
  }

  /// Renames a member, unless its object already has that name.
  func renaming(_ path: [String], to name: String) -> [TextEdit] {
    guard isEditable, let object = path.count == 1 ? message : node(path.dropLast()),
      let member = object.members.last(where: { $0.name == path.last }), object[name] == nil, !object.isOpen
    else { return [] }
    return renaming(member.nameOffset..<member.nameEnd, to: name)
  }

  /// Renames the name at a place.
  func renaming(_ range: Range<Int>, to name: String) -> [TextEdit] {
    guard isEditable else { return [] }
    // A name in a program keeps its missing quotes, unless the new one has hyphens.
    let isBare = bytes[range].allSatisfy(isIdentifier) && name.utf8.allSatisfy(isIdentifier)
    return [TextEdit(range, isBare ? name : JSONText.quoted(name))]
  }

  /// Replaces a value.
  func replacing(_ range: Range<Int>, by value: String) -> [TextEdit] { isEditable ? [TextEdit(range, value)] : [] }

  /// The text at a place.
  func text(of range: Range<Int>) -> String {
    // A composed request has no text.
    range.upperBound <= bytes.count ? String(decoding: bytes[range], as: UTF8.self) : ""
  }

  /// After the last member, with the same separation as that one has.
  private func insertion(of member: String, into object: JSONNode) -> TextEdit {
    guard let last = object.members.last else { return TextEdit((object.offset + 1)..<(object.end - 1), member) }
    let space = bytes[..<last.nameOffset].reversed().prefix(while: isBlank)
    let isOnItsOwnLine = space.contains(UInt8(ascii: "\n"))
    let separator = isOnItsOwnLine ? String(decoding: space.reversed(), as: UTF8.self) : " "
    return TextEdit(last.value.end..<last.value.end, "," + separator + member)
  }
}
