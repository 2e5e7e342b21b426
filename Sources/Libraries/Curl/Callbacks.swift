import Ccurl

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
let continueTransfer: ccurl_progress_function = { context, _, _, _, sent in
  guard let transfer = unsafe transfer(context) else { return 1 }
  transfer.pace(sent: Int(sent))
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
