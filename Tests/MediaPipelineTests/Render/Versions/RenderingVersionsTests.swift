import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RenderingVersionsTests {
  @Test func everythingThatDecodesAndEncodesIsThere() async throws {
    let pictures = await RenderingVersions.installed(for: .pictures).versions
    for name in ["renderer", "machine", "libvips", "libjpeg", "libz", "libtiff"] {
      #expect(pictures[name] != nil, "\(name) of \(pictures.keys.sorted())")
    }
    #expect(pictures.keys.contains { $0.hasPrefix("libpng") || $0.hasPrefix("libspng") })
    #expect(pictures["libvips"]?.hasPrefix(VipsLibrary.version + " (") == true)
    // Loaded only when libvips starts, and no part of this process.
    #expect(pictures["libheif"] != nil, "\(pictures.keys.sorted())")
    let drawings = await RenderingVersions.installed(for: .drawings).versions
    #expect(drawings["librsvg-2"] != nil && drawings["fonts"] != nil && drawings["libjpeg"] == pictures["libjpeg"])
  }

  @Test func ffmpegAndItsEncodersAreThere() async throws {
    let movies = await RenderingVersions.installed(for: .movies).versions
    #expect(movies["libvips"] != nil)
    for name in ["ffmpeg", "ffprobe", "ffmpeg libx264", "ffmpeg libavcodec", "ffmpeg libswscale"] {
      #expect(movies[name]?.isEmpty == false && movies[name] != "none", "\(name) of \(movies.keys.sorted())")
    }
  }

  /// Another machine has other folders. What networks and windows need changes often and decides nothing.
  @Test func neitherPathsNorOtherLibrariesAreInThem() async throws {
    for (name, version) in await RenderingVersions.installed.versions {
      #expect(!name.contains("/") && !version.contains("/") && !version.isEmpty, "\(name): \(version)")
      #expect(!["libcurl", "libssl", "libX11", "libpulse", "libglib"].contains { name.contains($0) }, "\(name)")
    }
  }

  @Test func anyOtherVersionIsAnotherDigest() {
    let versions = RenderingVersions(["libjpeg": "62.3.0 ab", "renderer": "11.3"])
    let others = [
      RenderingVersions(["libjpeg": "62.3.0 ac", "renderer": "11.3"]), RenderingVersions(["renderer": "11.3"]),
      RenderingVersions(["libjpeg": "62.3.0 ab", "renderer": "11.3", "x264": "164"]),
    ]
    #expect(Set((others + [versions]).map(\.digest)).count == 4)
  }

  @Test func eachSourceHasItsNeeds() {
    func picture(_ format: PictureFormat) -> Picture {
      Picture(format: format, size: PixelSize(width: 8, height: 6), content: .graphic)
    }
    #expect(RenderingNeeds(.still(picture(.jpeg))) == .pictures)
    #expect(RenderingNeeds(.still(picture(.svg))) == .drawings)
    #expect(RenderingNeeds(.still(picture(.bmp))) == .movies)
  }
}
