/// The texts that `richpush init` writes: files to start from, with every key and what it means.
public enum InitTemplates {
  /// pipeline.yml; the same text as the one at the root of the repository.
  public static let pipeline = #"""
    # What richpush makes of a campaign folder, and where it puts it.
    #
    # Every key may be left out; the values here are the ones that hold then, except where a comment says otherwise.
    # Paths start from the folder of this file; those of flags and variables start from the current folder. A flag wins over
    # an environment variable, and that wins over this file: --output and RICHPUSH_OUTPUT, --base-url and RICHPUSH_BASE_URL,
    # --requests and RICHPUSH_REQUESTS, --project and RICHPUSH_PROJECT, --jobs and RICHPUSH_JOBS, --no-cache and
    # RICHPUSH_NO_CACHE.

    # The version of this file's layout: 1.
    version: 1

    # The campaign folder to work on when none is named on the command line. No default.
    campaign: samples/campaign

    # What is made of each picture, animation and video. Numbers may be stricter than the clients' limits and never looser.
    profiles:
      # The still that Android, Apple's systems, browsers and the Notifications composer all show. Of an animation or video it
      # is the poster: one frame, or the picture that a message gives.
      universal:
        # The most bytes of a rendition: 1_000 to 300_000, which is the composer's limit of 300 KB.
        max-bytes: 300_000
        # The most pixels across, 1 to 1664: no Android screen shows more. Nothing is ever enlarged.
        max-width: 1664
        # The most pixels down, 1 to 1136: no Android screen shows more.
        max-height: 1136
        # How a picture gets its shape: inside (scaled down, nothing cut), cover (cut to `aspect`) or
        # pad (bars in the background colour up to `aspect`).
        fit: inside
        # Width to height, two whole numbers from 1 to 100. Only with cover and pad, which need it.
        # aspect: "2:1"
        # What a cut keeps: attention (what draws the eye), entropy (the most detail) or centre. Only with cover;
        # attention when left out. A message's `focal-point` wins over it.
        # crop: attention
        # Transparency that is really used: keep (which needs PNG) or flatten onto the background.
        transparency: keep
        # What lies behind flattened transparency and in the bars of pad: six hexadecimal digits, in quotes because of the #.
        background: "#ffffff"
        # Who encodes JPEGs: best (richpush's own encoder: the best picture that fits) or fast (that of libvips, in a fraction of
        # the time).
        effort: best
        # What it aims at and what is worth a warning, in points of SSIMULACRA 2, which says how much a rendition looks like the
        # picture: 100 the same, 90 nobody tells them apart, 70 good, 50 fair, 30 poor. As few bytes as reach `target`, 30 to 95,
        # are used; below `warn-below`, 0 to 95 and at most the target, there is a warning. With `effort: fast` there are JPEG
        # qualities instead of a target, 1 to 95: the best is at most `ceiling` (90 when left out), and below `floor` (60) the
        # picture is scaled down.
        quality: {target: 90, warn-below: 50}
      # What else is made of an animation or a video, for Apple's systems alone: no other client shows motion.
      ios-motion:
        # What they become: auto (an animation a GIF, a video a movie), gif, mp4, or still (nothing that moves, so that the
        # poster goes to Apple's systems too). A GIF plays by itself; a movie waits for a tap and may have sound.
        motion: auto
        # The most bytes of a movie, 20_000 to 50_000_000, which is Apple's limit. The app's extension has 30 seconds to
        # download it, and 5 MB take just that at 1.3 Mbit/s.
        max-movie-bytes: 5_000_000
        # The most bytes of an animated GIF, 1_000 to 10_000_000, which is Apple's limit for pictures.
        max-gif-bytes: 2_000_000
        # How long a video may play, in seconds, 1 to 600. The 30 seconds above are for the download and not for playing.
        max-seconds: 30
        # The most pixels of the longer side, 16 to 3840. Nothing is ever enlarged.
        max-edge: 1280
        # The most frames a second, 1 to 60.
        max-frame-rate: 30
        # Whether a longer video is cut at `max-seconds`: true or false, which refuses it.
        trim: false
        # The sound of a movie: keep or drop. A GIF has none.
        audio: keep

    # What is refused before it is decoded.
    limits:
      # The largest source file in bytes, 1_000 to 2_000_000_000.
      max-source-bytes: 100_000_000
      # The most pixels of one frame, 1 to 1_000_000_000.
      max-pixels: 100_000_000
      # The most frames of an animation, 1 to 100_000.
      max-frames: 10_000

    # How many pictures and videos are worked on at once: auto (one for each processor) or 1 to 64.
    jobs: auto

    # How many transfers to a bucket are in flight at once, 1 to 64. Rendering goes on meanwhile.
    transfers: 8

    # What a worker process may use for one picture, animation or video.
    worker:
      # Memory in bytes, 268_435_456 (256 MiB) to 1_099_511_627_776 (1 TiB).
      max-memory: 2_147_483_648
      # Seconds for a picture, or for looking at a video and taking its poster, 1 to 3_600.
      time-limit: 60
      # Seconds for making what moves of a video or an animation, 1 to 3_600: that takes many encodings of many frames.
      motion-time-limit: 600

    # Where renditions are kept between runs; `cache: off` keeps none.
    cache:
      path: .richpush-cache
      # The oldest go when the folder has more bytes than this, 1_000_000 to 1_000_000_000_000.
      max-bytes: 1_000_000_000

    # Where renditions are published: the first of these, or the one that --to names.
    publish:
      # The kind of destination: directory (a folder that a web server serves), s3 or gcs (buckets; see below).
      - to: directory
        # What you call it; the kind when left out.
        name: directory
        # The folder.
        path: public
        # Hosts for which a file is written that has them send the right types and long caching: netlify, firebase, nginx,
        # or a list of them. None when left out.
        # headers: [netlify]
        # The URL under which the folder is served: https, or http for a local host. No default: without it here, a flag or
        # a variable must give it.
        base-url: "https://static.example.com/push/"
        # How each URL is tried before a request may refer to it: get, head or off.
        verify: off
      # A bucket of Amazon S3 or a server with its interface. Credentials come from AWS_ACCESS_KEY_ID and
      # AWS_SECRET_ACCESS_KEY, or ~/.aws/credentials; never from here.
      # - to: s3
      #   endpoint: https://s3.eu-west-1.amazonaws.com
      #   bucket: push-assets
      #   region: eu-west-1
      #   prefix: spring/
      #   path-style: false
      #   verify: get
      #   base-url: https://cdn.example.com/spring/
      # A bucket of Google Cloud Storage, Firebase's among them. Credentials come from GOOGLE_APPLICATION_CREDENTIALS.
      # - to: gcs
      #   bucket: push-assets
      #   prefix: spring/
      #   predefined-acl: publicRead
      #   urls: public

    # The send requests, one JSON file for each message.
    requests:
      # The folder. It is put in order as a whole, so nothing else should lie in it.
      path: payloads
      # Also write the still's URL into webpush.headers.image: true or false. No client is known to read it.
      webpush-image-header: false
      # The data key under which the apps find a message's link. Left out: only web push has the link.
      link-data-key: link

    # In which forms the requests are written.
    compose:
      # One of these or a list: fcm-v1 (a JSON file for each request), fcm-v1-jsonl (requests.jsonl, a line for each), curl (a
      # shell script for each), http (requests.http, for editors), admin-node (messages.mjs, for the Admin SDK),
      # admin-python (messages.py), apns and webpush (what reaches a device, for sending without FCM).
      formats: [fcm-v1]
      # The Firebase project, which curl and http name. No default: --project, RICHPUSH_PROJECT or the service account's key
      # may say it too.
      # project: my-project
      # Whether each request also has a twin under validate-only/ that FCM checks and does not deliver: true or false.
      validate-only: false

    # What a message has when campaign.yml does not say; without campaign.yml there is one message for each picture,
    # made of these. No defaults.
    defaults:
      title: New for you
      body: See what arrived today
      # Whom messages go to, one of: topic, fid (a Firebase installation), token, condition (over topics).
      target: {topic: all}
      # Where a tap leads.
      link: https://www.example.com/new

    # What `richpush check` finds and is not to report.
    check:
      # A list of findings that are accepted. Nothing is, when left out. Each has:
      #   rule: image.aspect           the rule, as `richpush rules` lists it; required
      #   path: "banners/*"            which files, from the folder of this file, or which URLs: `*` stands for any text within
      #                                a component, `**` for any number of components; all when left out
      #   reason: old campaign         why, for people; required
      #   until: 2027-01-31            the last day, in UTC, on which it is accepted; without it there is no end
      suppress: []

    """#

  /// campaign.yml, with one message.
  public static let campaign = #"""
    # The messages of a campaign, in this folder beside its pictures. Without this file there is one message for each
    # picture, made of the `defaults` in pipeline.yml.

    # The version of this file's layout: 1.
    version: 1

    messages:
      # Names the request file: letters, digits, `.`, `_` and `-`, unique in this file.
      - id: summer-sale
        # The picture, animation or video, relative to this folder, or one for each platform:
        # {ios: summer-sale.mp4, android: summer-sale.jpg, web: summer-sale.jpg}. Left out: a message of text alone.
        media: summer-sale.jpg
        # The still that Android and browsers show of an animation or video: a moment in seconds, or a picture's path.
        # Left out: a frame that represents it is chosen.
        # poster: {at: 2.5}
        # What the phone shows, or that in several languages: {en: Summer sale, de: Sommerschlussverkauf}. Left out: the
        # default of pipeline.yml, as for body, target and link.
        title: Summer sale
        body: Up to half off until Sunday
        # Whom it goes to, one of: topic, fid (a Firebase installation), token, condition (over topics).
        target: {topic: all}
        # Where a tap leads.
        link: https://www.example.com/sale
        # The point that a cut keeps in view: 0 is left and top, 1 is right and bottom.
        focal-point: {x: 0.5, y: 0.5}
        # More keys: platforms, priority, ttl, expires, collapse-key, channel, sound, badge, category, analytics-label, data;
        # android, apns and webpush for fields of the API; values for placeholders such as {{name}}; variants.
        # `richpush schema campaign` prints a JSON Schema of them all for editors.

    """#
}
