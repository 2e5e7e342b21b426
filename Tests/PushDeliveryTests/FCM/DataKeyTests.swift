import PushDelivery
import Testing

@Suite struct DataKeyTests {
  @Test(arguments: ["link", "From", "my.gcm.key"]) func free(_ key: String) { #expect(DataKey(key) == .free) }

  @Test(arguments: ["google", "gcm", "gcm_link", "googleLink"])
  func doubtful(_ key: String) { #expect(DataKey(key) == .doubtful) }

  @Test(arguments: ["", "from", "message_type", "google.a", "gcm.notification.a", "gcm.a", "aps", "fcm_options"])
  func reserved(_ key: String) { #expect(DataKey(key) == .reserved) }
}
