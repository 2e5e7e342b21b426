import Findings
import PushDelivery
import TestSupport
import Testing
import richpush

@Suite(.timeLimit(.minutes(10))) struct ServiceExtensionTests {
  @Test func filesAreNamedAfterTheExtension() throws {
    let files = ServiceExtension.files(name: try ExtensionName("PushPictures"))
    #expect(files.map(\.name) == ["PushPictures.swift", "AttachmentDownload.swift", "Info.plist", "README.md"])
    for file in files {
      #expect(!file.text.replacing("UNNotificationServiceExtension", with: "").contains("NotificationService"))
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.name)")
    }
  }

  @Test func infoPlistMakesTheTargetAServiceExtension() async throws {
    let plist = try await propertyList(ServiceExtension.files(name: ExtensionName("PushPictures")))
    #expect(
      plist == [
        "CFBundleDevelopmentRegion": "$(DEVELOPMENT_LANGUAGE)", "CFBundleDisplayName": "PushPictures",
        "CFBundleExecutable": "$(EXECUTABLE_NAME)", "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
        "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": "$(PRODUCT_NAME)",
        "CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "CFBundleShortVersionString": "$(MARKETING_VERSION)",
        "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
        "NSExtension": [
          "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
          "NSExtensionPrincipalClass": "$(PRODUCT_MODULE_NAME).PushPictures",
        ],
      ])
  }

  /// The file as Python's reader of property lists parses it.
  private func propertyList(_ files: [ScaffoldFile]) async throws -> JSON {
    let folder = TemporaryFolder()
    for file in files { try folder.write(file.text, to: file.name) }
    let script = "import json, plistlib; print(json.dumps(plistlib.load(open('Info.plist', 'rb'))))"
    let output = try await Program("python3").run(["-c", script], workingDirectory: folder.path)
    try #require(output.status == 0, "\(output.stderr)")
    return try JSON(output.stdout)
  }

  @Test(arguments: [ServiceExtension.files(name: .standard), WebWorker.files])
  func theReadmeHasFiveStepsAndNamesEverySource(files: [ScaffoldFile]) throws {
    let readme = try #require(files.last).text
    #expect(readme.matches(of: #/(?m)^(\d)\. \*\*/#).map { String($0.1) } == ["1", "2", "3", "4", "5"])
    for file in files.dropLast() { #expect(readme.contains("\(file.name)`")) }
    #expect(!readme.contains("{{"))
  }

  /// The numbers of the templates are those of the clients.
  @Test func limitsAreThoseOfApplesSystems() throws {
    let files = ServiceExtension.files(name: .standard)
    let numbers = files.flatMap { $0.text.matches(of: #/[0-9]{7,}/#).compactMap { Int($0.0) } }
    #expect(Set(numbers) == [ClientLimit.appleImageBytes.value, ClientLimit.appleMovieBytes.value])
    let readme = try #require(files.last)
    let megabytes = [ClientLimit.appleImageBytes, .appleMovieBytes].map { $0.value / 1_000_000 }
    #expect(readme.text.contains("Pictures have \(megabytes[0]) MB at most, movies \(megabytes[1]) MB."))
    let comfortable = ClientLimit.comfortableMovieBytes.value / 1_000_000
    #expect(
      readme.text.contains("The extension has \(ClientLimit.appleExtensionSeconds.value) seconds: \(comfortable) MB"))
  }

  /// In the READMEs of both scaffolds.
  @Test func rulesThatReadmesNameAreKnown() {
    let texts = ServiceExtension.files(name: .standard) + WebWorker.files
    let named = Set(texts.flatMap { $0.text.matches(of: #/`((?:ios|web)\.[a-z-]+)`/#).map { String($0.1) } })
    #expect(named == ["ios.alert-text", "ios.image-place", "ios.mutable-content", "ios.mutable-content-place"])
    #expect(named.isSubset(of: RuleCatalog.standard.identifiers.map(\.rawValue)))
  }
}
