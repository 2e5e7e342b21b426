/// By which words libraries and programs say that they get no more memory. Each has its own, and none says it in another way; what a file
/// is worth cannot be told from such a failure.
package enum MemoryShortage {
  /// Those of libvips, libjpeg, libpng, libtiff, libheif, libde265, giflib, librsvg, ffmpeg, x264 and x265, in lower case.
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

  /// Whether memory is what a program lacked, by all that it complained of.
  ///
  /// A header that is wrong by the program's own words claims sizes for which no memory is enough: that file is damaged.
  package static func isTold(byAnyOf complaints: [String]) -> Bool {
    let others = complaints.filter { !isTold(by: $0) }
    let isHeaderUnread = others.contains { $0.contains(unreadHeader) }
    if isHeaderUnread, others.contains(where: { !$0.contains(unreadHeader) }) { return false }
    return others.count < complaints.count
  }

  /// What ffmpeg and ffprobe say in the end when the header of a movie cannot be read, for whatever reason.
  private static let unreadHeader = "error reading header"
}
