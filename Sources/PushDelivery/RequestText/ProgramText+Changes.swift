import Findings

/// The members of an object that is put together of several. Each takes the place of those before it that have its name; where these
/// are is kept, since objects of thousands would be gone through for each of them otherwise.
struct JoinedMembers {
  /// nil where one was taken out.
  private var all: [JSONNode.Member?] = []
  private var places: [String: [Int]] = [:]

  var members: [JSONNode.Member] { all.compactMap(\.self) }

  /// Adds members of one object, which take no places of each other.
  mutating func append(_ new: [JSONNode.Member]) {
    for member in new where member.name != JSONNode.spreadName {
      for place in places.removeValue(forKey: member.name) ?? [] { all[place] = nil }
    }
    for member in new {
      if member.name != JSONNode.spreadName { places[member.name, default: []].append(all.count) }
      all.append(member)
    }
  }
}

extension JSONNode {
  /// After changes whose outcome is not known. All at once: a program may have thousands of them.
  ///
  /// - Parameter changes: each with the path to what is changed from here.
  func changed(by changes: [(path: ArraySlice<String>, isOpen: Bool)]) -> JSONNode {
    if changes.isEmpty { return self }
    let unknown = with(.expression(""))
    guard isObject, !changes.contains(where: { $0.path.isEmpty && !$0.isOpen }) else { return unknown }
    let named = changes.filter { !$0.path.isEmpty }
    let groups = Dictionary(grouping: named) { $0.path[$0.path.startIndex] }
    let former = members.map { member in
      groups[member.name].map { member.with(member.value.changed(asMemberBy: $0)) } ?? member
    }
    var names = Set(members.map(\.name))
    let added =
      named.map { $0.path[$0.path.startIndex] }.filter { names.insert($0).inserted }
      + (changes.contains { $0.path.isEmpty } ? [Self.spreadName] : [])
    return with(.object(former + added.map { Member(name: $0, nameOffset: offset, value: unknown) }))
  }

  /// - Parameter changes: each with the path from the object that this is a member of.
  private func changed(asMemberBy changes: [(path: ArraySlice<String>, isOpen: Bool)]) -> JSONNode {
    if changes.contains(where: { $0.path.count == 1 && !$0.isOpen }) { return with(.expression("")) }
    return changed(by: changes.map { ($0.path.dropFirst(), $0.isOpen) })
  }
}
