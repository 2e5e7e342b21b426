// Addresses of pages instead of files, and others that clients do not load.
extension RequestBody {
  private static func picture(_ url: String, finds: [String]) -> RequestBody {
    RequestBody(url, with: #""android": {"notification": {"image": "\#(url)"}}"#, finds: finds)
  }

  private static func applePicture(_ url: String, finds: [String]) -> RequestBody {
    RequestBody(
      "\(url) on iOS",
      with: #""apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "\#(url)"}}"#, finds: finds)
  }

  /// Of services that convert pictures to the format that the address asks for.
  static let askedFormats: [RequestBody] = [
    applePicture("https://images.ctfassets.net/a1/x.jpg?fm=webp", finds: ["url.format"]),
    applePicture("https://images.ctfassets.net/a1/x.jpg?w=800&fm=jpg", finds: []),
    applePicture("https://res.cloudinary.com/shop/image/upload/w_800,f_avif/v1/x.jpg", finds: ["url.format"]),
    // Choices of the server are a note.
    applePicture("https://res.cloudinary.com/shop/image/upload/f_auto,q_auto/v1/x.jpg", finds: []),
    applePicture("https://shop.imgix.net/x.jpg?auto=format,compress", finds: []),
    applePicture("https://static.example.com/f_webp/x.jpg", finds: []),
  ]

  static let addresses: [RequestBody] = [
    picture(
      "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i/x.jpg?alt=media&token=1", finds: ["url.page"]),
    picture("https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i%2Fx.jpg?token=1", finds: ["url.page"]),
    picture("https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/x.jpg", finds: ["url.page"]),
    picture("https://github.com/tulips/shop/blob/main/img/x.jpg", finds: ["url.page"]),
    picture("https://gitlab.com/tulips/shop/-/blob/main/img/x.jpg", finds: ["url.page"]),
    picture("https://www.dropbox.com/s/a1/x.jpg?dl=0", finds: ["url.page"]),
    picture("https://www.dropbox.com/scl/fi/a1/x.jpg?rlkey=b2&dl=0", finds: ["url.page"]),
    picture("https://drive.google.com/file/d/1a2b3c/view?usp=sharing", finds: ["url.page"]),
    picture("https://drive.google.com/open?id=1a2b3c", finds: ["url.page"]),
    picture("https://storage.cloud.google.com/shop/x.jpg", finds: ["url.page"]),
    picture(
      "https://console.cloud.google.com/storage/browser/_details/shop/i/x.jpg;tab=live_object", finds: ["url.page"]),
    picture("https://console.firebase.google.com/project/shop/storage/shop.appspot.com/files", finds: ["url.page"]),
    picture("https://imgur.com/a1b2c3d", finds: ["url.page"]),
    picture("https://static.example.com/x.jpg?a=1&amp;b=2", finds: ["url.html-escape"]),
    picture("gs://shop.appspot.com/i/x.jpg", finds: ["url.scheme"]),
    picture("http://static.example.com/x.jpg", finds: ["url.scheme"]),
    picture("static.example.com/x.jpg", finds: ["url.syntax"]),
    picture("https://static.example.com/spring tulips.jpg", finds: ["url.syntax"]),
    picture("https://static.example.com/x.mp4", finds: ["url.format"]),
    picture("https://static.example.com/x.mp3", finds: ["url.format"]),
    picture("https://static.example.com/x.pdf", finds: ["url.format"]),
    picture("https://static.example.com/x.zip", finds: ["url.format"]),
    picture("https://static.example.com/x.html", finds: ["url.format"]),
    picture("https://de.wikipedia.org/wiki/Datei:Tulpen.jpg", finds: ["url.page"]),
    picture("https://en.wikipedia.org/wiki/File:Tulips.jpg", finds: ["url.page"]),
    picture("https://giphy.com/gifs/flower-tulip-3o7TKS", finds: ["url.page"]),
    picture("https://tenor.com/view/flowers-gif-12345678", finds: ["url.page"]),
    picture("https://tulips.sharepoint.com/:i:/s/marketing/EaBc?e=abc", finds: ["url.page"]),
    picture("https://ibb.co/abc1234", finds: ["url.page"]),
    picture("https://postimg.cc/abc123", finds: ["url.page"]),
    picture("https://prnt.sc/abc123", finds: ["url.page"]),
    picture("https://www.youtube.com/watch?v=a1b2c3", finds: ["url.page"]),
    picture("https://www.google.com/imgres?imgurl=https%3A%2F%2Fa.example.com%2Fx.jpg", finds: ["url.page"]),
    picture("https://www.facebook.com/photo.php?fbid=123456789", finds: ["url.page"]),
    picture("https://x.com/tulips/status/1234567890/photo/1", finds: ["url.page"]),
    picture("https://www.linkedin.com/posts/tulips_abc", finds: ["url.page"]),
    picture("https://vimeo.com/123456", finds: ["url.page"]),
    picture("https://gist.github.com/anna/abcdef", finds: ["url.page"]),
    picture("https://www.canva.com/design/DAF123/view", finds: ["url.page"]),
    picture("https://www.figma.com/file/abc/Push", finds: ["url.page"]),
    picture("https://www.shutterstock.com/image-photo/tulips-123", finds: ["url.page"]),
    picture("https://share.icloud.com/photos/0abc", finds: ["url.page"]),
    picture("https://console.cloudinary.com/console/c-123/media_library/folders/home", finds: ["url.page"]),
    picture("https://www.instagram.com/p/CxYz12345/", finds: ["url.page"]),
    picture("https://www.pinterest.com/pin/1234567890/", finds: ["url.page"]),
    picture("https://www.pexels.com/photo/red-tulips-1234567/", finds: ["url.page"]),
    picture("https://pixabay.com/photos/tulip-flower-123456/", finds: ["url.page"]),
    picture("https://www.google.com/images/branding/googlelogo/2x/googlelogo_color_92x30dp.png", finds: []),
    picture("https://media.giphy.com/media/a1b2/giphy.gif", finds: []),
    picture("https://upload.wikimedia.org/wikipedia/commons/a/a9/x.jpg", finds: []),
    picture("https://i.ibb.co/abc1234/x.jpg", finds: []),
    picture("http://localhost:8080/a.jpg", finds: ["url.private-host", "url.scheme"]),
    picture("https://cdn.discordapp.com/attachments/1/2/x.jpg?ex=6743f2a0&is=6742a120&hm=a1b2", finds: ["url.expiry"]),
    picture("https://cdn.discordapp.com/attachments/1/2/x.jpg?ex=7743f2a0&is=6742a120&hm=a1b2", finds: []),
    picture("https://vod.akamaized.net/exp=1577836800~acl=*~hmac=01/x.jpg", finds: ["url.expiry"]),
    picture("https://scontent-fra3-1.xx.fbcdn.net/v/t39/x.jpg?oh=00_Af&oe=67440000", finds: ["url.expiry"]),
    picture("https://static.example.com/x.jpg?ex=6743f2a0&oe=67440000", finds: []),
    // Android shows WebP.
    picture("https://images.ctfassets.net/a1/x.jpg?fm=webp", finds: []),
    picture("data:image/png;base64,AAAA", finds: ["url.syntax"]),
    picture("file:///storage/emulated/0/x.jpg", finds: ["url.syntax"]),
    picture("//static.example.com/x.jpg", finds: ["url.syntax"]),
  ]
}
