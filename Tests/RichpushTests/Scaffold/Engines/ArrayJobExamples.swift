import richpush

extension ArrayJob {
  /// Four shards of photographs; nil if that were no job.
  private static func made(folder: String, plan: String, campaign: String) throws(ArrayJobError) -> ArrayJob {
    try ArrayJob(
      shards: 4, jobs: 2, need: ShardNeed(work: 2_400_000_000, workerBytes: 2 << 30, longestFile: 600),
      image: "registry.example.com/richpush:1",
      paths: [
        "folder": folder, "plan": plan, "campaign": campaign, "configuration": "pipeline.yml", "output": "public",
        "requests": "payloads", "results": "shards",
      ],
      settings: ["RICHPUSH_TO": "shop", "RICHPUSH_TRIAL": "true"])
  }

  static var example: ArrayJob { get throws { try made(folder: "/srv/send", plan: "plan.json", campaign: "campaign") } }

  /// One whose names would do harm if they were not quoted.
  static var awkward: ArrayJob {
    get throws { try made(folder: "/srv/it's; touch \"here\"", plan: awkwardPlan, campaign: awkwardCampaign) }
  }
  static let (awkwardPlan, awkwardCampaign) = ("-p 'l\"a`n`: #{{jobs}}.json", "- cam: paign\\")
}
