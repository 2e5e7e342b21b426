package import Findings
package import MediaFacts

/// Files in a folder without messages that each become a message, although several of them show the same picture.
package struct RepeatedPictures {
  private let files: [File]

  /// A file that becomes a message.
  private struct File {
    /// Relative to the campaign folder.
    let path: String
    let digest: ContentDigest?
    /// Its folder and name without the extension, in one case: cameras name both files of a Live Photo alike. Suffixes for screens of more
    /// pixels, such as `@2x`, are left out.
    let stem: Substring
    let isMovie: Bool
    /// Or empty.
    let ending: String

    init(_ path: String, _ digest: ContentDigest?) {
      (self.path, self.digest) = (path, digest)
      let lowercased = path.lowercased()
      let dot = lowercased.lastIndex(of: ".") ?? lowercased.endIndex
      stem =
        lowercased[..<dot].suffix(3).wholeMatch(of: /@[2-4]x/) == nil
        ? lowercased[..<dot] : lowercased[..<dot].dropLast(3)
      ending = String(lowercased[dot...].dropFirst())
      isMovie = Self.movieExtensions.contains(ending)
    }

    private static let movieExtensions = Set(VideoFormat.allCases.flatMap(\.traits.extensions))
  }

  /// `paths`: of the files that become messages, relative to the campaign folder, in any order and each once. `digests`: of their bytes, if
  /// known.
  package init(_ paths: [String], digests: [String: ContentDigest]) {
    files = paths.sorted().map { File($0, digests[$0]) }
  }

  /// A warning for each file that repeats another. They are sent as they are, because only their owner knows the intention.
  package var diagnostics: [Diagnostic] {
    let copies = Dictionary(grouping: files.filter { $0.digest != nil }, by: \.digest).values.flatMap(Self.copies)
    let told = Set(copies.map(\.subject.name))
    let pairs = Dictionary(grouping: files, by: \.stem).values.flatMap(Self.namesakes)
    return (copies + pairs.filter { !told.contains($0.subject.name) })
      .sorted { ($0.subject.name, $0.message) < ($1.subject.name, $1.message) }
  }

  private static func copies(_ files: [File]) -> [Diagnostic] {
    files.dropFirst().map { .repeated($0.path, "it has the same bytes as \(files[0].path.quoted)") }
  }

  private static let stillsOfLivePhotos: Set = ["heic", "heif", "jpg", "jpeg"]

  /// Stills in several formats or resolutions, a movie next to a still, and several movies: pages have several for browsers to choose from.
  private static func namesakes(_ files: [File]) -> [Diagnostic] {
    let movies = files.filter(\.isMovie)
    let pictures = files.filter { !$0.isMovie && !$0.ending.isEmpty }
    let forms = pictures.dropFirst().map {
      Diagnostic.repeated($0.path, "it is named like \(pictures[0].path.quoted), as two forms of one picture are")
    }
    guard let movie = movies.first else { return forms }
    let still = pictures.first.map { picture in
      let names =
        stillsOfLivePhotos.contains(picture.ending)
        ? "the picture and the movie of a Live Photo" : "two forms of one picture"
      return Diagnostic.repeated(movie.path, "it is named like \(picture.path.quoted), as \(names) are")
    }
    return forms + [still].compactMap(\.self)
      + movies.dropFirst().map {
        .repeated($0.path, "it is named like \(movie.path.quoted), as two encodings of one video are")
      }
  }
}

extension Diagnostic {
  fileprivate static func repeated(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .campaignRepeatedPicture, .init(.file, path),
      "\(reason), and without \(Campaign.tableName) each is a message of its own, so people may get the same twice")
  }
}
