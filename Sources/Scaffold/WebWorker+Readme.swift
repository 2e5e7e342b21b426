extension WebWorker {
  /// How a site gets the worker, where pictures show, and what to look at when none does.
  static let readme = #"""
    # firebase-messaging-sw.js

    A service worker for web push through Firebase: it shows messages with their picture and opens their link.
    `richpush scaffold web-worker` wrote it, and it is yours.

    ## Five steps

    1. **Fill in `firebaseConfig`** at the top of the worker, and take the version of the SDK that your pages use.
    2. **Serve it as `/firebase-messaging-sw.js`** of your site, by https, as `text/javascript`, with
       `Cache-Control: no-cache`. Elsewhere it works too if the page registers it and gives the registration to `getToken` as
       `serviceWorkerRegistration`.
    3. **Ask for permission in a page**, on a click, and keep the token. The key is that of Project settings, Cloud Messaging,
       Web Push certificates.

       ```js
       import { initializeApp } from 'firebase/app';
       import { getMessaging, getToken, onMessage } from 'firebase/messaging';

       const messaging = getMessaging(initializeApp(firebaseConfig));

       async function subscribe() {
         if ((await Notification.requestPermission()) !== 'granted') return undefined;
         return getToken(messaging, { vapidKey: '<public key>' });
       }
       ```

    4. **Show messages that come while a page is visible.** The SDK hands those to the page and shows nothing:

       ```js
       onMessage(messaging, async ({ notification, data, fcmOptions }) => {
         if (!notification?.title) return;
         const worker = await navigator.serviceWorker.getRegistration('/firebase-cloud-messaging-push-scope');
         await worker?.showNotification(notification.title, {
           body: notification.body,
           icon: notification.icon,
           image: notification.image,
           data: { link: fcmOptions?.link ?? data?.link },
         });
       });
       ```

    5. **Send a message and look.** Requests of richpush name the picture in `webpush.notification.image` and the link in
       `webpush.fcm_options.link`; `richpush check payloads` says so, of other requests as well. Set the message's `target` to the
       token, hide or close the page, and send the request:

       ```sh
       curl --header "Authorization: Bearer $ACCESS_TOKEN" --json @payloads/<message>.json \
         https://fcm.googleapis.com/v1/projects/<project>/messages:send
       ```

    ## Where the picture shows

    Chrome, Edge, Opera and Samsung Internet show it, on Windows, Linux, ChromeOS and Android. Firefox, Safari, and all browsers
    on macOS and iOS show the text alone: no worker can change that.

    ## Where something is wrong

    | what happens | why, and what to do |
    |---|---|
    | The worker is not registered. | The console of the page says why: `firebaseConfig` is not filled in, the file is not JavaScript, or the site is not served by https. |
    | Each notification is shown twice. | Another worker or a `push` listener shows messages that the SDK shows already. |
    | Nothing is shown while a page is visible. | Step 4. |
    | Text alone, in a browser of those above. | `richpush check <url>` loads the picture as browsers do; addresses of plain http are not loaded. |
    | A change of the worker has no effect. | Browsers keep the former one until all pages of the site are closed; see Application, Service Workers in the developer tools. |

    ## What the worker does

    The SDK shows messages with a `notification`, picture included. The worker shows messages of data alone that have a
    `title`, from the keys `title`, `body`, `icon` and `image`. A click opens the message's link: `fcm_options.link`, else
    the data key `link`. The page is brought to the front where it is open already. Clicks on what the Notifications composer
    sent are left to the SDK.

    """#
}
