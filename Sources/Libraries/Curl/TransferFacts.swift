import Ccurl
import Essentials

/// The handle's facts about its last transfer.
@safe struct TransferFacts {
  private let pointer: UnsafeMutableRawPointer

  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  /// Whether a connection was ready to send the request.
  var wasSent: Bool { seconds(CURLINFO_PRETRANSFER_TIME_T) > 0 }

  /// Whether a connection is ready. libcurl counts a secure one only after its handshake.
  var isConnected: Bool { seconds(CURLINFO_CONNECT_TIME_T) > 0 }

  /// How long it took, or has taken so far.
  var duration: Duration { .seconds(seconds(CURLINFO_TOTAL_TIME_T)) }

  /// The system's code (errno) for the last connection that failed.
  var connectionCode: Int32 { Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)) }

  /// A proxy's answer to the request for a tunnel; 0 without one.
  var tunnelStatus: Int { long(CURLINFO_HTTP_CONNECTCODE) }

  func response(_ transfer: Transfer) -> HTTPResponse {
    HTTPResponse(
      status: long(CURLINFO_RESPONSE_CODE), interimStatuses: transfer.interimStatuses, statusLine: transfer.statusLine,
      fields: transfer.fields, byteCount: transfer.byteCount, body: transfer.body, isBodyCapped: transfer.isBodyCapped,
      redirect: text(CURLINFO_REDIRECT_URL), protocolVersion: protocolVersion, peer: text(CURLINFO_PRIMARY_IP) ?? "",
      times: HTTPTimes(
        nameLookup: seconds(CURLINFO_NAMELOOKUP_TIME_T), connect: seconds(CURLINFO_CONNECT_TIME_T),
        secured: seconds(CURLINFO_APPCONNECT_TIME_T), firstByte: seconds(CURLINFO_STARTTRANSFER_TIME_T),
        total: seconds(CURLINFO_TOTAL_TIME_T)),
      certificate: certificate)
  }

  /// Empty where the connection was kept.
  private var certificate: [HTTPField] {
    var fields: [HTTPField] = []
    var next = unsafe ccurl_certificate(pointer)
    while let item = unsafe next {
      let parts = unsafe String(cString: item.pointee.data).split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields.append(HTTPField(String(parts[0]), String(parts[1]))) }
      unsafe next = unsafe item.pointee.next
    }
    return fields
  }

  private var protocolVersion: String {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
    case CURL_HTTP_VERSION_2_0: "HTTP/2"
    case CURL_HTTP_VERSION_3: "HTTP/3"
    default: "HTTP/1.1"
    }
  }

  private func long(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  /// libcurl counts microseconds.
  private func seconds(_ info: CURLINFO) -> Double {
    var value: curl_off_t = 0
    return unsafe ccurl_get_large(pointer, info, &value) == CURLE_OK ? Double(value) / 1_000_000 : 0
  }

  private func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe ccurl_get_string(pointer, info, &value) == CURLE_OK, let value = unsafe value else { return nil }
    return unsafe String(cString: value)
  }
}

// libcurl's callbacks during a transfer. The context is the transfer, which lives longer.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

/// Returning a different count ends the transfer.
let takeBody: ccurl_data_function = { data, size, count, context in
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
  return unsafe transfer(context)?.take(body: bytes) == true ? bytes.count : 0
}

let takeHeader: ccurl_data_function = { data, size, count, context in
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
  return unsafe transfer(context)?.take(headerLine: bytes) == true ? bytes.count : 0
}

/// Opens the socket for a connection, or none where the policy refuses the address.
let openSocket: ccurl_socket_function = { context, _, address in
  guard let address = unsafe address, let peer = unsafe socketAddress(address),
    unsafe transfer(context)?.permits(peer) == true
  else { return ccurl_no_socket }
  let wanted = unsafe address.pointee
  let descriptor = socket(wanted.family, wanted.socktype, wanted.protocol)
  guard descriptor >= 0 else { return ccurl_no_socket }
  // A worker started now must not inherit the connection.
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  return descriptor
}

/// Returning another number than 0 ends the transfer.
let continueTransfer: ccurl_progress_function = { context, _, _, _, _ in
  guard let transfer = unsafe transfer(context) else { return 1 }
  return transfer.isCancelled || transfer.isOutOfReach ? 1 : 0
}

/// The IPv4 or IPv6 address that libcurl is about to connect; nil for any other family.
private func socketAddress(_ address: UnsafeMutablePointer<curl_sockaddr>) -> SocketAddress? {
  let start = unsafe UnsafeRawPointer(address).advanced(by: MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
  switch unsafe address.pointee.family {
  case AF_INET:
    let value = unsafe start.loadUnaligned(as: sockaddr_in.self)
    let bytes = unsafe withUnsafeBytes(of: value.sin_addr) { unsafe Array($0) }
    return SocketAddress(bytes: bytes, port: Int(UInt16(bigEndian: value.sin_port)))
  case AF_INET6:
    // It is longer than the `sockaddr` that libcurl declares; libcurl reserves the space.
    let value = unsafe start.loadUnaligned(as: sockaddr_in6.self)
    let bytes = unsafe withUnsafeBytes(of: value.sin6_addr) { unsafe Array($0) }
    return SocketAddress(bytes: bytes, port: Int(UInt16(bigEndian: value.sin6_port)))
  default: return nil
  }
}
