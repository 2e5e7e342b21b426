# A formula for Homebrew, for the tap of the publisher of richpush: the address of the archive and its digest are to be put in there.
#
# Tried: the syntax, by `ruby -c`; the commands of `install` and `test`, by hand on Debian 12. Not tried: Homebrew itself, macOS.
class Richpush < Formula
  desc "Pictures for push notifications that really show"
  homepage "https://example.com/richpush"
  url "https://example.com/richpush-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"

  depends_on "pkgconf" => :build
  depends_on macos: :sequoia
  depends_on "curl"
  depends_on "libyaml"
  depends_on "openssl@3"
  depends_on "vips"
  depends_on "zlib"
  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build

  def install
    # Homebrew builds in a sandbox, in which SwiftPM cannot have its own.
    ENV["SWIFT_BUILD_OPTIONS"] = "--disable-sandbox"
    ENV["SOURCE_DATE_EPOCH"] = time.to_i.to_s
    system "scripts/package", "--tree"
    # What Homebrew installed it removes itself, so it needs no list of that.
    prefix.install Dir[".build/package/tree/*"]
  end

  def caveats
    <<~TEXT
      Videos, animated PNG and BMP need ffmpeg: brew install ffmpeg
      Findings quote words in pictures with tesseract: brew install tesseract tesseract-lang
    TEXT
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/richpush --version")
    system bin/"richpush", "init", testpath
    assert_path_exists testpath/"pipeline.yml"
  end
end
