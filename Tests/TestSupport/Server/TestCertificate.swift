import Foundation

/// A server's certificate and its key, as paths of files in PEM form.
public struct TestCertificate: Sendable {
  let path: String
  let key: String
  /// The same in DER form, as servers of authorities give it.
  public let derPath: String
}

/// What is unusual about a certificate for this machine.
public struct CertificateForm: Sendable {
  /// The arguments of `openssl req` for the key.
  var key = ["-newkey", "rsa:2048"]
  var digest = "sha256"
  var days = 2
  /// Whether it has subjectAltName.
  var hasNames = true
  /// Whether it may sign others.
  var isAuthority = false
  /// Where it says that the certificate of its issuer is; nil: nowhere.
  var issuerURL: String?

  fileprivate var section: String {
    var lines = ["[form]"]
    lines += isAuthority ? ["basicConstraints = critical, CA:TRUE"] : ["basicConstraints = CA:FALSE"]
    if hasNames, !isAuthority { lines.append("subjectAltName = DNS:localhost, IP:127.0.0.1") }
    if let issuerURL { lines.append("authorityInfoAccess = caIssuers;URI:" + issuerURL) }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TestAuthority {
  /// A certificate of this form.
  ///
  /// - Parameter issuer: an authority below this one that signs it; nil: this one.
  func certificate(_ form: CertificateForm, from issuer: TestCertificate? = nil) async throws -> TestCertificate {
    let name = UUID().uuidString
    try folder.write(
      "[req]\nprompt = no\ndistinguished_name = name\n[name]\nCN = localhost\n" + form.section, to: name + ".cnf")
    let config = ["-config", name + ".cnf"]
    let subject = form.isAuthority ? "/CN=\(name)" : "/CN=localhost"
    try await openssl(
      ["req"] + form.key + ["-nodes", "-subj", subject] + config + ["-keyout", name + ".key", "-out", name + ".csr"])
    try await openssl(
      ["x509", "-req", "-in", name + ".csr", "-CA", issuer?.path ?? "ca.pem", "-CAkey", issuer?.key ?? "ca.key"]
        + ["-set_serial", "\(Int.random(in: 1...(1 << 40)))", "-days", "\(form.days)", "-" + form.digest]
        + ["-extfile", name + ".cnf", "-extensions", "form", "-out", name + ".pem"])
    try await openssl(["x509", "-in", name + ".pem", "-outform", "DER", "-out", name + ".der"])
    return TestCertificate(
      path: folder.absolute(name + ".pem"), key: folder.absolute(name + ".key"), derPath: folder.absolute(name + ".der")
    )
  }
}
