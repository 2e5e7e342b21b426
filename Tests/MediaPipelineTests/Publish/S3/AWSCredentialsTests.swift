import Curl
import MediaPipeline
import TestSupport
import Testing

@Suite struct AWSCredentialsTests {
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func find(_ environment: [String: String] = [:]) throws(CredentialsError) -> AWSCredentials {
    try AWSCredentials.find(environment: environment, home: home.path)
  }

  private func problem(_ environment: [String: String] = [:]) -> String {
    do throws(CredentialsError) { _ = try find(environment) } catch { return error.description }
    return "none"
  }

  private let file = """
    # comment
    ignored = before any section
    [default]
    aws_access_key_id = AKIDDEFAULT
    aws_secret_access_key=sentinel/default+=
    ; another
    [ other ]
      AWS_ACCESS_KEY_ID=AKIDOTHER
      aws_secret_access_key = sentinel-other
      aws_session_token = sentinel-session
    [sso]
    sso_session = corp
    [half]
    aws_access_key_id = AKIDHALF
    """

  @Test func theEnvironmentComesFirst() throws {
    try home.write(file, to: ".aws/credentials")
    let found = try find([
      "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t", "AWS_PROFILE": "other",
    ])
    #expect(found == AWSCredentials(accessKeyID: "AKID", secretAccessKey: Secret("s"), sessionToken: Secret("t")))
  }

  @Test func thenTheFile() throws {
    try home.write(file, to: ".aws/credentials")
    let expected = AWSCredentials(accessKeyID: "AKIDDEFAULT", secretAccessKey: Secret("sentinel/default+="))
    #expect(try find() == expected)
    #expect(try find(["AWS_PROFILE": "", "AWS_ACCESS_KEY_ID": ""]) == expected)
    let other = AWSCredentials(
      accessKeyID: "AKIDOTHER", secretAccessKey: Secret("sentinel-other"), sessionToken: Secret("sentinel-session"))
    #expect(try find(["AWS_PROFILE": "other"]) == other)
  }

  @Test func anotherFileMayBeNamed() throws {
    try home.write(file, to: "elsewhere")
    let path = home.absolute("elsewhere")
    #expect(try find(["AWS_SHARED_CREDENTIALS_FILE": path]).accessKeyID == "AKIDDEFAULT")
    #expect(problem(["AWS_SHARED_CREDENTIALS_FILE": path + "x"]).contains(path + "x"))
  }

  @Test func whatIsMissingIsSaid() throws {
    #expect(problem().contains("neither in the environment nor in \(home.path)/.aws/credentials"))
    try home.write(file, to: ".aws/credentials")
    #expect(problem(["AWS_ACCESS_KEY_ID": "A"]) == "AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not")
    #expect(problem(["AWS_SECRET_ACCESS_KEY": "A"]) == "AWS_SECRET_ACCESS_KEY is set and AWS_ACCESS_KEY_ID is not")
    #expect(problem(["AWS_PROFILE": "none"]).hasSuffix("has no profile none; it has default, half, other, sso"))
    #expect(problem(["AWS_PROFILE": "half"]).hasSuffix("has no aws_secret_access_key"))
    #expect(problem(["AWS_PROFILE": "sso"]).contains("by sso_session"))
  }

  @Test func whatCannotBeSentIsRefusedWithoutBeingTold() throws {
    let text = problem(["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "sentinel\r\nX-Evil: 1"])
    #expect(text.contains("from the environment") && !text.contains("sentinel"))
  }

  @Test func noDescriptionHasTheSecret() throws {
    try home.write(file, to: ".aws/credentials")
    for profile in ["default", "other"] {
      let found = try find(["AWS_PROFILE": profile])
      var text = "\(found) \(String(reflecting: found))"
      dump(found, to: &text)
      #expect(!text.contains("sentinel"))
    }
    for profile in ["none", "half", "sso"] { #expect(!problem(["AWS_PROFILE": profile]).contains("sentinel")) }
  }
}
