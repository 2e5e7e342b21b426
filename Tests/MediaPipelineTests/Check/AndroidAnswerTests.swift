import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Android's column of the matrix is what okhttp does with each answer, set up as Android's `HttpURLConnection` is.
///
/// Debian's okhttp is 3.13, and Android's a modified 2.x (AOSP external/okhttp). They differ here:
///
/// - 204 and 205 with a body are an exception in 3.13 (CallServerInterceptor.intercept). Android reads the body: `HttpURLConnectionImpl`
///   writes its requests itself, and then `HttpEngine.readResponse` does not look at it.
/// - 408, and 503 with `Retry-After: 0`, 3.13 asks for once more (RetryAndFollowUpInterceptor.followUpRequest). Android follows nothing
///   but redirects and what asks for a password (HttpEngine.followUpRequest).
/// - A second 100 is an exception in 3.13 (Http1Codec.readResponseHeaders). Android reads on (HttpConnection.readResponse, L203).
@Suite(
  .enabled(if: AndroidDownload.isInstalled, "there is no java or no okhttp: scripts/bootstrap installs both on Debian"),
  .timeLimit(.minutes(10)))
struct AndroidAnswerTests {
  /// Rows that are not compared, since 3.13 is not as Android there.
  private static let differing = ["205 and a picture"]

  private func outcome(
    of shape: AnswerShape, _ android: AndroidDownload
  ) async -> Result<AndroidDownload.Outcome, any Error> {
    do {
      let server = try await shape.server()
      return .success(try await android.outcome(of: server.url(shape.path)))
    } catch {
      return .failure(error)
    }
  }

  /// `make test` prints the line that begins with "matrix of clients".
  @Test func everyRowIsEqual() async throws {
    let shapes = AnswerShape.all.filter { !Self.differing.contains($0.name) }
    let android = try await AndroidDownload()
    let found = await shapes.mapInOrder(atMost: 4) { await outcome(of: $0, android) }
    var equal = 0
    for (shape, outcome) in zip(shapes, found) {
      let loaded = try outcome.get()
      let isTrue = shape.isTrue(of: loaded)
      #expect(isTrue, "\(shape.name): Android \(shape.android.shows.rawValue), \(android.version) \(loaded)")
      if isTrue { equal += 1 }
    }
    print("matrix of clients: \(android.version) agrees with \(equal) of \(shapes.count) rows of Android")
  }

  @Test func everyDifferingRowIsThere() { #expect(Set(Self.differing).isSubset(of: AnswerShape.all.map(\.name))) }

  /// Otherwise rows would be equal of which nothing came.
  @Test func whatIsNoPictureIsToldFromWhatFails() async throws {
    let android = try await AndroidDownload()
    let page = try #require(AnswerShape.all.first { $0.name == "200 and a page" })
    let refused = try #require(AnswerShape.all.first { $0.name == "404 and a page" })
    #expect(try await outcome(of: page, android).get() == .bytes(43))
    guard case .failure(let exception) = try await outcome(of: refused, android).get() else {
      Issue.record("a page of status 404 was read")
      return
    }
    #expect(exception.hasPrefix("java.io.FileNotFoundException"))
    #expect(!refused.isTrue(of: .picture(format: "jpeg")))
    #expect(!page.isTrue(of: .failure(exception)))
  }
}
