import Libraries
import Testing

@Suite struct SocketAddressTests {
  @Test func addressesAreWrittenAsPeopleDo() {
    #expect(SocketAddress(bytes: [127, 0, 0, 1], port: 80).description == "127.0.0.1:80")
    let loopback = [UInt8](repeating: 0, count: 15) + [1]
    #expect(SocketAddress(bytes: loopback, port: 443).description == "[0:0:0:0:0:0:0:1]:443")
  }
}
