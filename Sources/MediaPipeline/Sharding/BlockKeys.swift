import Cryptography
import MediaFacts
import PushDelivery

/// What decides the requests of a block: the plan, which has the digests of all files and the settings, and what became of the pictures.
struct BlockKeys {
  private let plan: ContentDigest
  private let media: ContentDigest

  init(plan: ContentDigest, _ media: PublishedMedia, _ proven: ProvenURLs) {
    self.plan = plan
    self.media = media.digest(proven)
  }

  func key(_ number: Int) -> ContentDigest {
    ContentDigest(of: Array("richpush-block 1\n\(plan.hex)\n\(media.hex)\n\(number)\n".utf8))
  }
}

extension PublishedMedia {
  /// Of all that requests may have of it.
  fileprivate func digest(_ proven: ProvenURLs) -> ContentDigest {
    var hash = SHA256()
    for line in lines { hash.update(Array(line.utf8).span.bytes) }
    if case .only(let urls) = proven {
      for url in urls.sorted() { hash.update(Array((url + "\n").utf8).span.bytes) }
    } else {
      hash.update(Array("all\n".utf8).span.bytes)
    }
    return ContentDigest(digest: hash.digest())
  }
}
