import Foundation
import Libraries
import MediaPipeline
import TestSupport
import Testing

/// Keys in variables and in files.
@Suite struct AWSCredentialsTests {
  private let machine = AWSMachine()

  private let file = """
    # comment
    [default]
    aws_access_key_id = AKIDDEFAULT
    aws_secret_access_key=sentinel/default+=
    ; another
    [ other ]
      AWS_ACCESS_KEY_ID=AKIDOTHER
      aws_secret_access_key = sentinel-other
      aws_session_token = sentinel-session
    [half]
    aws_access_key_id = AKIDHALF
    """

  private let configuration = """
    [default]
    region = ap-south-1
    s3 =
      aws_access_key_id = AKIDNESTED
    [profile both]
    aws_access_key_id = AKIDCONFIG
    aws_secret_access_key = sentinel-config
    [profile "in quotes"]
    aws_access_key_id = AKIDQUOTED
    aws_secret_access_key = sentinel-quoted
    [other]
    aws_access_key_id = AKIDNOPROFILE
    """

  private func write() throws {
    try machine.home.write(file, to: ".aws/credentials")
    try machine.home.write(configuration, to: ".aws/config")
  }

  @Test func theEnvironmentComesFirst() async throws {
    try write()
    let found = try await machine.find([
      "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t", "AWS_PROFILE": "other",
    ])
    let keys = AWSCredentials(accessKeyID: "AKID", secretAccessKey: Secret("s"), sessionToken: Secret("t"))
    #expect(found.keys == keys && found.life == nil)
  }

  @Test func thenTheFiles() async throws {
    try write()
    let expected = AWSCredentials(accessKeyID: "AKIDDEFAULT", secretAccessKey: Secret("sentinel/default+="))
    #expect(try await machine.find().keys == expected)
    #expect(try await machine.find(["AWS_PROFILE": "", "AWS_ACCESS_KEY_ID": ""]).keys == expected)
    let other = AWSCredentials(
      accessKeyID: "AKIDOTHER", secretAccessKey: Secret("sentinel-other"), sessionToken: Secret("sentinel-session"))
    #expect(try await machine.find(["AWS_PROFILE": "other"]).keys == other)
    #expect(try await machine.find(["AWS_DEFAULT_PROFILE": "other"]).keys == other)
    let both = ["AWS_DEFAULT_PROFILE": "other", "AWS_PROFILE": "both"]
    #expect(try await machine.find(both).keys?.accessKeyID == "AKIDCONFIG")
    #expect(try await machine.find(["AWS_PROFILE": "in quotes"]).keys?.accessKeyID == "AKIDQUOTED")
    try machine.home.write(
      "[both]\naws_access_key_id = AKIDFIRST\naws_secret_access_key = sentinel", to: ".aws/credentials")
    #expect(try await machine.find(["AWS_PROFILE": "both"]).keys?.accessKeyID == "AKIDFIRST")
  }

  @Test func otherFilesMayBeNamed() async throws {
    try machine.home.write(file, to: "elsewhere")
    try machine.home.write(configuration, to: "config")
    let path = machine.home.absolute("elsewhere")
    #expect(try await machine.find(["AWS_SHARED_CREDENTIALS_FILE": path]).keys?.accessKeyID == "AKIDDEFAULT")
    #expect(try await machine.find(["AWS_SHARED_CREDENTIALS_FILE": "~/elsewhere"]).keys?.accessKeyID == "AKIDDEFAULT")
    let both = ["AWS_CONFIG_FILE": machine.home.absolute("config"), "AWS_PROFILE": "both"]
    #expect(try await machine.find(both).keys?.accessKeyID == "AKIDCONFIG")
    #expect(await machine.problem(["AWS_SHARED_CREDENTIALS_FILE": path + "x"]).contains(path + "x"))
    #expect(await machine.problem(["AWS_CONFIG_FILE": "/dev/null"]).contains("/dev/null"))
  }

  @Test func whatIsMissingIsSaid() async throws {
    let nothing = await machine.problem()
    for words in [
      "destination.credentials: there are no credentials for Amazon S3",
      "the environment: AWS_ACCESS_KEY_ID is not set", "the web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set",
      "the profile default: it is neither in \(machine.home.path)/.aws/credentials (which is not there)",
      "the container: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not set",
      "the machine's role: AWS_EC2_METADATA_DISABLED is set", "or write a profile with `aws configure`",
    ] { #expect(nothing.contains(words), "\(nothing)") }
    try write()
    for (variables, words) in [
      (["AWS_ACCESS_KEY_ID": "A"], "AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not"),
      (["AWS_SECRET_ACCESS_KEY": "sentinel"], "AWS_SECRET_ACCESS_KEY is set and AWS_ACCESS_KEY_ID is not"),
      (["AWS_PROFILE": "none"], "; there is both, default, half, in quotes, other"),
      (["AWS_PROFILE": "half"], "the profile half: its aws_access_key_id: it has no aws_secret_access_key"),
    ] {
      let text = await machine.problem(variables)
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test func whatCannotBeSentIsRefusedWithoutBeingTold() async {
    let text = await machine.problem(["AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "sentinel\r\nX-Evil: 1"])
    #expect(text.contains("from the environment hold white space"))
  }

  @Test func noDescriptionHasTheSecret() async throws {
    try write()
    for profile in ["default", "other"] {
      let found = try await machine.find(["AWS_PROFILE": profile])
      var text = "\(found) \(String(reflecting: found))"
      dump(found, to: &text)
      #expect(!text.contains("sentinel"))
    }
  }

  /// To find out where credentials come from.
  @Test func theSummarySaysWhichSourceItWas() async throws {
    try write()
    let summary = try await machine.chain(["AWS_PROFILE": "other"]).summary()
    #expect(summary == "the profile other gave those for Amazon S3")
    let error = await #expect(throws: ObjectStoreError.self) {
      try await machine.chain(["AWS_PROFILE": "none"]).summary()
    }
    #expect(error?.reason == .noCredentials && error?.store == "Amazon S3")
  }

  /// The file's intent is not guessed: no later source is asked, not even the machine's own role.
  @Test(arguments: [
    ("[default\naws_access_key_id = sentinel\n", 1), ("# keys\r\n\r\naws_access_key_id = sentinel\r\n", 3),
    ("[default]\naws_access_key_id sentinel\n", 2), ("[default]\n= sentinel\n", 2), ("[]\na = b\n", 1),
    ("\u{0}\u{1}\u{2}sentinel", 1),
  ])
  func aBrokenFileIsAnErrorWithItsLine(text: String, line: Int) async throws {
    for name in ["credentials", "config"] {
      let machine = AWSMachine()
      try machine.home.write(text, to: ".aws/\(name)")
      let problem = await machine.problem()
      #expect(
        problem.hasPrefix(
          "destination.credentials: there are no credentials for Amazon S3: the profile default: "
            + "\(machine.home.path)/.aws/\(name), line \(line): it is neither "), "\(problem)")
      #expect(!problem.contains("the machine's role") && problem.contains("correct that line"), "\(problem)")
    }
  }

  /// A folder, as a mount of a secret that is not there leaves it.
  @Test func whatCannotBeReadIsAnError() async throws {
    try machine.home.write("", to: ".aws/credentials/x")
    let problem = await machine.problem()
    #expect(problem.contains("the profile default: \(machine.home.path)/.aws/credentials cannot be read"), "\(problem)")
    #expect(!problem.contains("the machine's role"), "\(problem)")
  }

  @Test func linesThatGoOnAreNone() async throws {
    try machine.home.write(
      "\u{FEFF}[default]\naws_access_key_id = AKID\naws_secret_access_key = s\nregion = eu-west-1\n  and more words\n",
      to: ".aws/credentials")
    #expect(try await machine.find().keys?.accessKeyID == "AKID")
  }

  /// The contents of the files are not trusted.
  @Test(
    arguments: [
      "[", "[default", "[default]\n= =\n===", "[default]\naws_access_key_id\n", "\u{FEFF}[default]", "[profile ]\na=b",
      "[default]\nsource_profile = default\nrole_arn = arn:x", "[]\n=", "[default]\ncredential_process = \"sentinel",
      "[default]\ncredential_process = ''", "[default]\nrole_arn = a", "[default]\nsso_session = none",
      "[default]\nrole_arn = a\nsource_profile = b\n[b]\nrole_arn = b\nsource_profile = default",
    ])
  func damagedFilesAreNoCredentials(text: String) async throws {
    try machine.home.write(text, to: ".aws/credentials")
    try machine.home.write(text, to: ".aws/config")
    #expect(await machine.problem().hasPrefix("destination.credentials: there are no credentials for Amazon S3: "))
  }
}
