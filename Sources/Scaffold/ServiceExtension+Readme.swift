import Findings

extension ServiceExtension {
  /// The five steps, what to look at when text alone is shown, and what the sources do.
  static func readme(_ name: String, _ language: Language, sources: [String]) -> String {
    let list = sources.map { "`\($0)`" }.joined(separator: ", ")
    let (title, principalClass) =
      switch language {
      case .swift: ("Swift", "$(PRODUCT_MODULE_NAME).\(name)")
      case .objc: ("Objective-C", name)
      }
    return """
      # \(name)

      A notification service extension in \(title): it makes Apple's systems show the picture or video of a push notification.
      Without one they show its text alone, whatever the message says. `richpush scaffold ios-extension` wrote these files,
      and they are yours.

      ## Five steps

      1. **Make the target.** In Xcode: File > New > Target… > Notification Service Extension, product name `\(name)`, language
         \(title), embedded in the app. Give it the *Minimum Deployments* of the app: a device with an older system installs
         the app and never starts the extension.
      2. **Put the files in.** In place of those that Xcode made: \(list) and `Info.plist`,
         the sources as members of the new target alone. The build setting *Info.plist File* names the latter.\(isolation(language))
      3. **Link FirebaseMessaging to the new target too.** With Swift packages: the target's *General* page, *Frameworks and
         Libraries*, `+`, FirebaseMessaging. With CocoaPods, and then `pod install`:

         ```ruby
         target '\(name)' do
           use_frameworks!
           pod 'FirebaseMessaging'
         end
         ```

         That is all: the extension needs no `FirebaseApp.configure()`, no GoogleService-Info.plist, no app group and no push
         entitlement of its own. The app needs them as before.
      4. **Send a message.** Requests of richpush have what the extension needs: `"mutable-content": 1` in `aps`, the address in
         `apns.fcm_options.image`, a visible text. `richpush check payloads` says so, of other requests as well. Set the message's
         `target` to the registration token of your phone and send its request:

         ```sh
         curl --header "Authorization: Bearer $ACCESS_TOKEN" --json @payloads/<message>.json \\
           https://fcm.googleapis.com/v1/projects/<project>/messages:send
         ```

      5. **Look.** Run the app on a phone, allow notifications, and put the app into the background. The notification comes with
         a small picture; a long press shows it whole, or plays the video. For breakpoints choose Debug > Attach to Process by PID
         or Name…, `\(name)`, before sending.

      ## Where only the text is shown

      | what is wrong | how to tell, and what to do |
      |---|---|
      | The message does not ask for the extension, or names the picture elsewhere. | `richpush check <request>`: `ios.mutable-content`, `ios.mutable-content-place`, `ios.image-place`. |
      | It has no visible text: then the system starts no extension. | `richpush check <request>`: `ios.alert-text`. |
      | The extension is never started. | Its minimum deployment is above the phone's system; it is not embedded in the app (*Build Phases*, *Embed Foundation Extensions*); its bundle identifier does not begin with the app's. |
      | The extension starts and ends at once. | The log of the phone in Console names the class that was not found: `NSExtensionPrincipalClass` of Info.plist must be `\(principalClass)`. |
      | The app does not build: no module FirebaseMessaging. | Step 3: it is linked to the app alone. |
      | The address cannot be loaded: 404, a login page, plain http, a certificate. | `richpush check <url>` loads it as phones do. |
      | The file is no JPEG, PNG, GIF or MP4, or too large. | Pictures have \(ClientLimit.appleImageBytes.value / 1_000_000) MB at most, movies \(ClientLimit.appleMovieBytes.value / 1_000_000) MB. |
      | The download takes longer than the system waits. | The extension has \(ClientLimit.appleExtensionSeconds.value) seconds: \(ClientLimit.comfortableMovieBytes.value / 1_000_000) MB take just that at 1.3 Mbit/s. |
      | The app is in the foreground. | Then its own delegate decides: `userNotificationCenter(_:willPresent:withCompletionHandler:)`. |
      | The phone is locked and hides previews. | Settings > Notifications > Show Previews. |

      ## What the sources do

      The message goes to Firebase's helper, which loads the file. If it comes back without one within \(latestRetry) seconds, the extension
      loads the file once more itself, to disk and for at most \(longestRetry) seconds, and names it after its bytes; so a file is shown whose
      name or type the server gets wrong. If that fails, or time runs out, the text is shown. The system's handler is called
      once in every case.

      """
  }

  /// Xcode may give the code of a Swift target to the main actor.
  private static func isolation(_ language: Language) -> String {
    guard language == .swift else { return "" }
    return """
       If
         *Default Actor Isolation* is `MainActor` there, make it `nonisolated`: the system calls the extension on threads of its
         own.
      """
  }
}
