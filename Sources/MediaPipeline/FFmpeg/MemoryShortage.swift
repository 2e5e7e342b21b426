/// The messages with which libraries and programs report that memory ran out. Each has its own. Such a failure says nothing about the file.
package enum MemoryShortage {
  /// Of libvips, libjpeg, libpng, libtiff, libheif, libde265, giflib, librsvg, ffmpeg, x264 and x265, in lower case.
  private static let words = [
    "out of memory", "insufficient memory", "not enough memory", "memory allocation", "cannot allocate",
    "could not allocate",
    "unable to alloc", "unable to calloc", "unable to realloc", "failed to alloc", "error allocating", "calloc failed",
    "malloc of size", "malloc failure",
  ]

  /// Whether a complaint is about memory.
  package static func isTold(by complaint: String) -> Bool {
    let complaint = complaint.lowercased()
    return words.contains { complaint.contains($0) }
  }

  /// Whether a program ran out of memory, by all its complaints.
  ///
  /// A header that the program calls wrong claims sizes for which no memory is enough: that file is damaged.
  package static func isTold(byAnyOf complaints: [String]) -> Bool {
    let others = complaints.filter { !isTold(by: $0) }
    let isHeaderUnread = others.contains { $0.contains(unreadHeader) }
    if isHeaderUnread, others.contains(where: { !$0.contains(unreadHeader) }) { return false }
    return others.count < complaints.count
  }

  /// The last message of ffmpeg and ffprobe if the header of a movie cannot be read, for any reason.
  private static let unreadHeader = "error reading header"
}
