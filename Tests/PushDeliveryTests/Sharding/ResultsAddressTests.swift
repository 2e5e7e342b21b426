import PushDelivery
import Testing

@Suite struct ResultsAddressTests {
  @Test(arguments: [
    ("shards", ResultsAddress.folder("shards")), ("/srv/a b/../shards", .folder("/srv/a b/../shards")),
    ("s3:x", .folder("s3:x")), ("s3://push-assets", .bucket(BucketAddress(.s3, "push-assets"))),
    ("s3://push-assets/a/b/", .bucket(BucketAddress(.s3, "push-assets", prefix: "a/b/"))),
    ("gs://push-assets//a", .bucket(BucketAddress(.googleCloud, "push-assets", prefix: "a/"))),
  ]) func anAddressIsRead(text: String, address: ResultsAddress) throws {
    #expect(try ResultsAddress(text) == address)
  }

  @Test func itIsWrittenAsItIsRead() throws {
    for text in ["shards", "s3://push-assets", "gs://push-assets/a/b"] {
      #expect(try ResultsAddress(text).description == text)
    }
  }

  @Test(arguments: [
    "", "https://push-assets/a", "s3://UPPER/a", "s3://bucket:80/a", "s3://bucket/../a", "s3://bucket/a%2fb",
    "gs://127.0.0.1/a", "s3://bucket/a?b", "s3://bucket/a#b", "s3://sentinel:sentinel@bucket/a", "file:///shards",
  ]) func whatIsNoAddressIsRefused(text: String) {
    do throws(ResultsAddress.Refusal) {
      _ = try ResultsAddress(text)
      Issue.record("it is read")
    } catch {
      #expect(!"\(error)".contains("sentinel"))
    }
  }
}
