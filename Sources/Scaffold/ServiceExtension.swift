/// The notification service extension that an app for Apple's systems needs: without one a notification shows no picture,
/// whatever the message says (firebase-ios-sdk, FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m).
///
/// It hands the notification to Firebase's helper, and where that finds no picture, loads the file itself once if there is
/// time. Each text stands in a file of its own beside this one.
public enum ServiceExtension {
  public enum Language: String, Hashable, Sendable, CaseIterable { case swift, objc }

  /// Sources, Info.plist and the README with the five steps, all in one folder.
  public static func files(_ language: Language, name: ExtensionName) -> [ScaffoldFile] {
    let name = name.text
    let sources =
      switch language {
      case .swift:
        [
          ScaffoldFile(name: name + ".swift", text: swiftService(name)),
          ScaffoldFile(name: "AttachmentDownload.swift", text: swiftDownload),
        ]
      case .objc:
        [
          ScaffoldFile(name: name + ".h", text: objectiveCServiceHeader(name)),
          ScaffoldFile(name: name + ".m", text: objectiveCService(name)),
          ScaffoldFile(name: "AttachmentDownload.h", text: objectiveCDownloadHeader),
          ScaffoldFile(name: "AttachmentDownload.m", text: objectiveCDownload),
        ]
      }
    let readme = readme(name, language, sources: sources.map(\.name))
    return sources + [
      ScaffoldFile(name: "Info.plist", text: infoPlist(name, language)),
      ScaffoldFile(name: "README.md", text: readme),
    ]
  }
}

extension ServiceExtension {
  /// Seconds after its start within which the extension may begin a second try, and how long that may take.
  ///
  /// Together they leave five of the system's thirty (`ClientLimit.appleExtensionSeconds`) for all else. What the helper
  /// loaded in less than the first has time enough to arrive in the second.
  static let (latestRetry, longestRetry) = (10, 15)
}

extension ServiceExtension {
  /// Info.plist: what makes the target a notification service extension, and the keys that Xcode fills in.
  static func infoPlist(_ name: String, _ language: Language) -> String {
    // Swift's classes are known to the system by their module, Objective-C's have none.
    let principalClass = language == .swift ? "$(PRODUCT_MODULE_NAME).\(name)" : name
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>CFBundleDevelopmentRegion</key>
        <string>$(DEVELOPMENT_LANGUAGE)</string>
        <key>CFBundleDisplayName</key>
        <string>\(name)</string>
        <key>CFBundleExecutable</key>
        <string>$(EXECUTABLE_NAME)</string>
        <key>CFBundleIdentifier</key>
        <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>CFBundleInfoDictionaryVersion</key>
        <string>6.0</string>
        <key>CFBundleName</key>
        <string>$(PRODUCT_NAME)</string>
        <key>CFBundlePackageType</key>
        <string>$(PRODUCT_BUNDLE_PACKAGE_TYPE)</string>
        <key>CFBundleShortVersionString</key>
        <string>$(MARKETING_VERSION)</string>
        <key>CFBundleVersion</key>
        <string>$(CURRENT_PROJECT_VERSION)</string>
        <key>NSExtension</key>
        <dict>
          <key>NSExtensionPointIdentifier</key>
          <string>com.apple.usernotifications.service</string>
          <key>NSExtensionPrincipalClass</key>
          <string>\(principalClass)</string>
        </dict>
      </dict>
      </plist>

      """
  }
}
