import Findings
import TestSupport
import Testing

@Suite struct IPAddressTests {
  private func isPublic(_ host: String) -> Bool? { URLHost(host[...])?.address?.isPublic }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    "[::]", "[::1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[febf::1]", "[fec0::1]", "[ff02::1]",
    "[2001:db8::1]", "[2001::1]", "[2001:1ff::1]", "[3fff::1]", "[100::1]", "[4000::1]",
    "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[::ffff:0:10.0.0.1]",
    "[64:ff9b::10.0.0.1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::8.8.8.8]", "[2002:7f00:1::]",
    "[2002:c0a8:101::1]",
  ])
  func specialAddressesAreNotPublic(_ host: String) { #expect(isPublic(host) == false) }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "[2606:4700::1111]", "[2a00:1450:4001::200e]", "[2001:200::1]", "[2001:db9::1]", "[3fff:1000::1]",
    "[64:ff9b::8.8.8.8]", "[2002:808:808::1]",
  ])
  func allOthersArePublic(_ host: String) { #expect(isPublic(host) == true) }

  @Test func aNameHasNoAddress() { #expect(isPublic("localhost") == nil) }

  /// A form of an IPv4 address is public if and only if the address is.
  @Test func formsOfIPv4AddressesAreAsPublicAsTheAddress() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let value = UInt32.random(in: .min ... .max, using: &random)
      let plain = IPAddress.v4(value).isPublic
      let (high, low) = (UInt16(value >> 16), UInt16(value & 0xFFFF))
      #expect(IPAddress.v6([0x64, 0xFF9B, 0, 0, 0, 0, high, low]).isPublic == plain)
      #expect(IPAddress.v6([0x2002, high, low, 0, 0, 0, 0, 1]).isPublic == plain)
      #expect(!IPAddress.v6([0, 0, 0, 0, 0, 0xFFFF, high, low]).isPublic)
      #expect(!IPAddress.v6([0, 0, 0, 0, 0, 0, high, low]).isPublic)
    }
  }

  @Test func bytesAreInNetworkOrder() {
    #expect(IPAddress(bytes: [127, 0, 0, 1]) == .v4(0x7F00_0001))
    #expect(IPAddress(bytes: [UInt8](repeating: 0, count: 15) + [1]) == .v6([0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(IPAddress(bytes: [1, 2, 3]) == nil)
  }
}
