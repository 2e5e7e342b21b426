import PushDelivery
import richpush

extension ArrayJob {
  /// Four shards of photographs.
  private static func made(folder: String, campaign: String, configuration: String) throws(FlagRefusal) -> ArrayJob {
    try ArrayJob(
      shards: 4, jobs: 2, workerBytes: 2 << 30, image: "registry.example.com/richpush:1", folder: folder,
      paths: ["campaign": campaign, "configuration": configuration, "output": "public", "requests": "payloads"],
      cache: .http(url: "https://cache.example.com/c"), flags: ["--to", "shop", "--trial"])
  }

  static var example: ArrayJob {
    get throws { try made(folder: "/srv/send", campaign: "campaign", configuration: "pipeline.yml") }
  }

  /// One whose names would do harm if they were not quoted.
  static var awkward: ArrayJob {
    get throws {
      try made(folder: "/srv/it's; touch \"here\"", campaign: awkwardCampaign, configuration: awkwardConfiguration)
    }
  }
  static let (awkwardConfiguration, awkwardCampaign) = ("-p 'l\"a`n`: #{{jobs}}.yml", "- cam: paign\\")

  /// The words behind `richpush` of a job with these names.
  static func words(campaign: String, configuration: String) -> [String] {
    [
      "run", campaign, "--config", configuration, "--cache-url", "https://cache.example.com/c", "--to", "shop",
      "--trial", "--jobs", "2",
    ]
  }
}
