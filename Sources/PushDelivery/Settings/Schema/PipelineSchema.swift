import Findings

/// The schema of pipeline.yml: of the same keys and ranges as its reader.
public enum PipelineSchema {
  /// The schema as JSON text.
  public static var text: [UInt8] { (try? JSONText.pretty(document)) ?? [] }

  static let document = JSONSchema.document(
    "pipeline.yml of richpush",
    JSONSchema.object(PipelineConfiguration.Key.self) { key in
      switch key {
      case .version: ["const": 1, "description": "The version of this file's layout."]
      case .campaign: JSONSchema.path.described("The campaign folder when none is named on the command line.")
      case .profiles: profiles.described("What is made of each picture, animation and video.")
      case .limits: limits.described("What is refused before it is decoded.")
      case .jobs:
        JSONSchema.anyOf([["const": "auto"], JSONSchema.integer(JobCount.range)])
          .described("How many pictures and videos are worked on at once.")
      case .transfers:
        JSONSchema.integer(SettingRange.transfers).described("How many transfers to a bucket are in flight at once.")
      case .worker: worker.described("What a worker process may use for one file.")
      case .cache: JSONSchema.anyOf([off, cache]).described("Where renditions are kept between runs, or off.")
      case .publish: JSONSchema.list(DestinationSchema.any, atLeast: 1).described("Where renditions are published.")
      case .requests: requests.described("The send requests.")
      case .compose: compose.described("The forms in which requests are written.")
      case .defaults: defaults.described("What a message has when campaign.yml does not say.")
      case .check: check.described("What the check finds and is not to report.")
      }
    })

  private static let off: JSONValue = JSONSchema.anyOf([
    ["const": false], ["enum": ["no", "No", "NO", "off", "Off", "OFF"]],
  ])

  private static let profiles = JSONSchema.object(YAMLReader.ProfileName.self) { name in
    switch name {
    case .universal: still
    case .motion: motion
    }
  }

  /// Which keys a `fit` needs and which would do nothing is left to the reader but for what a cut and bars need.
  private static let still = JSONSchema.object(YAMLReader.ProfileKey.self) { key in
    switch key {
    case .maximumBytes: JSONSchema.integer(SettingRange.stillBytes).described("The most bytes of a rendition.")
    case .maximumWidth:
      JSONSchema.integer(1...ClientLimit.androidVisibleWidth.value).described("The most pixels across.")
    case .maximumHeight:
      JSONSchema.integer(1...ClientLimit.androidVisibleHeight.value).described("The most pixels down.")
    case .fit: JSONSchema.choice(["inside", "cover", "pad"]).described("How a picture gets its shape.")
    case .aspect: JSONSchema.form("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$").described("Width to height, as in \"2:1\".")
    case .crop: JSONSchema.choice(["attention", "entropy", "centre", "center"]).described("What a cut keeps.")
    case .transparency: JSONSchema.choice(["keep", "flatten"]).described("What becomes of transparency.")
    case .background: JSONSchema.form("^#[0-9A-Fa-f]{6}$").described("A colour, as in \"#ffffff\".")
    case .effort:
      JSONSchema.choice(["best", "fast"]).described(
        "Which encoder makes JPEGs: the one that aims at a score, or libvips'.")
    case .quality: quality.described("What the encoder aims at, and below which score there is a warning.")
    }
  }.merging([
    "allOf": [
      rule(fit: "cover", ["required": ["aspect"]]),
      rule(fit: "pad", ["required": ["aspect"], "properties": ["crop": false]]),
      [
        "if": ["not": ["properties": ["fit": ["enum": ["cover", "pad"]]], "required": ["fit"]]],
        "then": ["properties": ["aspect": false, "crop": false]],
      ],
      [
        "if": ["properties": ["effort": ["const": "fast"]], "required": ["effort"]],
        "then": withoutQuality([.target]),
        "else": withoutQuality([.ceiling, .floor]),
      ],
    ]
  ])

  private static func rule(fit: String, _ then: JSONValue) -> JSONValue {
    ["if": ["properties": ["fit": ["const": .string(fit)]], "required": ["fit"]], "then": then]
  }

  /// Keys that would do nothing with an effort.
  private static func withoutQuality(_ keys: [YAMLReader.QualityKey]) -> JSONValue {
    let none = keys.map { ($0.rawValue, JSONValue.bool(false)) }
    return ["properties": ["quality": ["properties": .object(Dictionary(uniqueKeysWithValues: none))]]]
  }

  private static let quality = JSONSchema.object(YAMLReader.QualityKey.self) { key in
    switch key {
    case .target:
      JSONSchema.integer(SettingRange.targetScore).described("The SSIMULACRA 2 score that is enough, with effort best.")
    case .warnBelow: JSONSchema.integer(SettingRange.acceptableScore).described("Lower scores get a warning.")
    case .ceiling: JSONSchema.integer(SettingRange.quality).described("The highest JPEG quality, with effort fast.")
    case .floor: JSONSchema.integer(SettingRange.quality).described("The lowest JPEG quality, with effort fast.")
    }
  }

  private static let motion = JSONSchema.object(YAMLReader.MotionKey.self) { key in
    switch key {
    case .motion: JSONSchema.choice(["auto", "gif", "mp4", "still"]).described("What an animation or a video becomes.")
    case .maximumMovieBytes: JSONSchema.integer(SettingRange.movieBytes).described("The most bytes of a movie.")
    case .maximumGIFBytes: JSONSchema.integer(SettingRange.gifBytes).described("The most bytes of an animated GIF.")
    case .maximumSeconds:
      JSONSchema.integer(SettingRange.motionSeconds).described("How long a video may play, in seconds.")
    case .maximumEdge: JSONSchema.integer(SettingRange.motionEdge).described("The most pixels of the longer side.")
    case .maximumFrameRate: JSONSchema.integer(SettingRange.frameRate).described("The most frames a second.")
    case .trim: JSONSchema.bool.described("Whether a longer video is cut, or refused.")
    case .audio: JSONSchema.choice(["keep", "drop"]).described("The sound of a movie.")
    }
  }

  private static let limits = JSONSchema.object(YAMLReader.LimitKey.self) { key in
    switch key {
    case .maximumBytes: JSONSchema.integer(SettingRange.sourceBytes).described("The largest source file in bytes.")
    case .maximumPixels: JSONSchema.integer(SettingRange.sourcePixels).described("The most pixels of one frame.")
    case .maximumFrames: JSONSchema.integer(SettingRange.sourceFrames).described("The most frames of an animation.")
    }
  }

  private static let worker = JSONSchema.object(YAMLReader.WorkerKey.self) { key in
    switch key {
    case .memory: JSONSchema.integer(SettingRange.workerMemory).described("Memory in bytes.")
    case .seconds: JSONSchema.integer(SettingRange.workerSeconds).described("Seconds for a picture or a poster.")
    case .motionSeconds: JSONSchema.integer(SettingRange.workerSeconds).described("Seconds for what moves.")
    }
  }

  private static let cache = JSONSchema.object(YAMLReader.CacheKey.self) { key in
    switch key {
    case .path: JSONSchema.path.described("The folder.")
    case .maximumBytes: JSONSchema.integer(SettingRange.cacheBytes).described("The oldest go when it has more bytes.")
    }
  }

  private static let requests = JSONSchema.object(YAMLReader.RequestKey.self) { key in
    switch key {
    case .path: JSONSchema.path.described("The folder for request files.")
    case .webpushImageHeader: JSONSchema.bool.described("Also write the still's URL into webpush.headers.image.")
    case .linkDataKey:
      JSONSchema.name(#"^(?!(from|message_type|aps|fcm_options)$)(?!google\.|gcm\.)(?=.*\S)[^\u0000-\u001f\u007f]+$"#)
        .described("The data key under which the apps find a message's link.")
    }
  }

  private static let compose = JSONSchema.object(YAMLReader.ComposeKey.self) { key in
    switch key {
    case .formats: JSONSchema.anyOf([format, formats]).described("One form, or several.")
    case .project:
      JSONSchema.form("^[a-z0-9][a-z0-9.:-]{3,99}$").described("The Firebase project that requests go to.")
    case .validateOnly:
      JSONSchema.bool.described("Whether each request also has a twin that FCM checks and does not deliver.")
    }
  }.merging(["not": twinsOfNothing])

  private static let format = JSONSchema.choice(RequestForm.all.map(\.name))
  private static let formats = JSONSchema.list(format, atLeast: 1).merging(["uniqueItems": true])

  /// Twins, where no form is the body of a request.
  private static let twinsOfNothing: JSONValue = {
    let others = JSONSchema.choice(RequestForm.all.filter { !$0.hasValidateOnlyTwin }.map(\.name))
    return [
      "required": ["formats", "validate-only"],
      "properties": [
        "validate-only": ["enum": [true, "yes", "Yes", "YES", "on", "On", "ON"]],
        "formats": JSONSchema.anyOf([others, JSONSchema.list(others)]),
      ],
    ]
  }()

  private static let defaults = JSONSchema.object(YAMLReader.DefaultsKey.self) { key in
    switch key {
    case .title, .body: withoutBraces(JSONSchema.text).described("What the phone shows.")
    case .link: JSONSchema.form(#"^https://[!#-;=?-\[\]_a-z~%]+$"#).described("Where a tap leads: an https URL.")
    case .target: target.described("Whom messages go to: one of topic, token, fid and condition.")
    }
  }

  private static func withoutBraces(_ schema: JSONValue) -> JSONValue {
    schema.merging(["not": ["type": "string", "pattern": #"\{\{"#]])
  }

  private static let target = JSONSchema.object(YAMLReader.TargetKey.self) { key in
    switch key {
    case .topic: JSONSchema.name(#"^[A-Za-z0-9_.~%-]{1,900}$"#)
    case .condition: withoutBraces(JSONSchema.form(#"'[A-Za-z0-9_.~%-]+' +in +topics"#))
    case .token, .fid: withoutBraces(JSONSchema.name(#"^\S+$"#))
    }
  }.merging(["type": "object", "minProperties": 1, "maxProperties": 1])

  private static let check = JSONSchema.object(YAMLReader.CheckKey.self) { key in
    switch key {
    case .suppress: JSONSchema.list(suppression).described("Findings that are accepted.")
    }
  }

  private static let suppression = JSONSchema.object(
    YAMLReader.SuppressionKey.self, required: [.rule, .reason]
  ) { key in
    switch key {
    case .rule:
      JSONSchema.choice(RuleCatalog.standard.identifiers.filter { !$0.isEnvironmental }.map(\.rawValue).sorted())
        .described("The rule.")
    case .path: JSONSchema.path.described("Which files or URLs; all when left out.")
    case .reason: JSONSchema.text.described("Why, for people.")
    case .until: JSONSchema.form("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").described("The last day on which it is accepted.")
    }
  }.merging(["type": "object"])
}

/// The schema of one destination under `publish`.
private enum DestinationSchema {
  /// Each kind has keys of its own.
  static let any = JSONSchema.anyOf(YAMLReader.PlaceKind.allCases.map(destination))

  private static func destination(_ kind: YAMLReader.PlaceKind) -> JSONValue {
    let keys = kind.ownKeys.union(YAMLReader.PlaceKind.commonKeys)
    let other = Set(YAMLReader.DestinationKey.allCases).subtracting(keys)
    return JSONSchema.object(YAMLReader.DestinationKey.self, required: required(kind), without: other) { key in
      schema(of: key, kind)
    }.merging(["type": "object"])
  }

  private static func required(_ kind: YAMLReader.PlaceKind) -> Set<YAMLReader.DestinationKey> {
    switch kind {
    case .directory: [.to, .path]
    case .s3: [.to, .bucket, .region]
    case .gcs: [.to, .bucket]
    }
  }

  private static func schema(of key: YAMLReader.DestinationKey, _ kind: YAMLReader.PlaceKind) -> JSONValue {
    switch key {
    case .to: ["const": .string(kind.rawValue), "description": "The kind of destination."]
    case .name: JSONSchema.name("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$").described("What --to calls it.")
    case .path: JSONSchema.path.described("The folder.")
    case .headers:
      JSONSchema.anyOf([host, JSONSchema.list(host)]).described("Static hosts that get a file with headers.")
    case .endpoint:
      JSONSchema.form("^https?://[^/]+/?$").described("Scheme and host of the service, without the bucket.")
    case .bucket: JSONSchema.name("^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$").described("The bucket's name.")
    case .region: JSONSchema.name("^[A-Za-z0-9-]{1,40}$").described("The region that requests are signed for.")
    case .prefix: JSONSchema.name("^[A-Za-z0-9._~/-]+$").described("What every object's name begins with.")
    case .verify:
      JSONSchema.anyOf([JSONSchema.choice(["get", "head", "off"]), ["const": false]])
        .described("How each URL is tried before a request may refer to it.")
    case .urls: JSONSchema.choice(["public", "firebase"]).described("Which of Google's addresses requests refer to.")
    case .baseURL:
      JSONSchema.form("^https?://[!$-;=@-Z_a-z~%\\[\\]]+$").described("The address under which the files are served.")
    case .pathStyle: JSONSchema.bool.described("Whether the bucket is the first component of the path.")
    case .predefinedACL:
      JSONSchema.choice(["publicRead", "projectPrivate"]).described("The access list of new objects.")
    }
  }

  private static let host = JSONSchema.choice(StaticHost.allCases.map(\.rawValue))
}
