import Curl
import PushDelivery
import SystemPackage
import Zlib

/// Undoes a body's `gzip` and `deflate` as one client does.
struct BodyUnpacking {
  let client: LoadingClient

  /// Whether these codings are undone here; libcurl undoes the others.
  static func knows(_ layers: [String]) -> Bool { layers.allSatisfy(["gzip", "x-gzip", "deflate"].contains) }

  /// Puts the content in the place of a packed file.
  ///
  /// - Parameter layers: in the order in which it was packed.
  /// - Returns: `damaged`, with the file as it was, where the client would not take it.
  func unpack(_ path: String, _ layers: [String]) throws(HTTPError) -> LoadedBody.Unpacking {
    do throws(FileSystemError) {
      var bytes = try FileReading.bytes(of: path, limit: LoadedBody.mostBytes)
      for layer in layers.reversed() {
        guard let content = content(bytes, layer) else { return .damaged }
        bytes = content
      }
      try DurableFile.write(bytes, to: path, isDurable: false)
      return .done
    } catch {
      throw .file(code: error.code.rawValue)
    }
  }

  private func content(_ bytes: [UInt8], _ layer: String) -> [UInt8]? {
    guard layer != "deflate" else { return Gzip.content(ofDeflate: bytes.span, limit: LoadedBody.mostBytes) }
    guard let found = Gzip.content(ofGzip: bytes.span, limit: LoadedBody.mostBytes), accepts(found.soundness) else {
      return nil
    }
    return found.bytes
  }

  /// Android wants every byte right (okio, GzipSource); Chrome looks at nothing behind the content and takes what came of one that is
  /// cut off (Chromium, net/filter/gzip_source_stream.cc). Of Apple's systems only what is sound is known.
  private func accepts(_ soundness: Gzip.Soundness) -> Bool { soundness == .whole || client == .chrome }
}
