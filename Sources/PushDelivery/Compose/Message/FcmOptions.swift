/// Options of FCM's client libraries on every platform.
public struct FcmOptions: Hashable, Sendable, Codable {
  public var analyticsLabel: AnalyticsLabel?

  public init(analyticsLabel: AnalyticsLabel? = nil) { self.analyticsLabel = analyticsLabel }

  private enum CodingKeys: String, CodingKey { case analyticsLabel = "analytics_label" }
}

/// Options of FCM's client library on Android.
public struct AndroidFcmOptions: Hashable, Sendable, Codable {
  public var analyticsLabel: AnalyticsLabel?

  public init(analyticsLabel: AnalyticsLabel? = nil) { self.analyticsLabel = analyticsLabel }

  private enum CodingKeys: String, CodingKey { case analyticsLabel = "analytics_label" }
}
