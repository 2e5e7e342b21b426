import Csystem
import Essentials
import Libraries
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The paths of libraries that programs use.
enum LoadedLibraries {
  /// This process's.
  static var ofThisProcess: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { pointer in
      csystem_each_library(pointer) { context, path in
        guard let context, let path else { return }
        context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
      }
    }
    return paths
  }

  /// The modules of libvips that decode AVIF, HEIC and JPEG XL, where they are files next to it.
  ///
  /// libvips loads all of its modules when it starts, for PDF, ImageMagick and others, which takes as long as the rest of its start. Workers
  /// start without, and load one when a picture needs it.
  static let decodingModules: [Loader: String] = {
    guard let libvips = ofThisProcess.first(where: { $0.contains("/libvips.") }) else { return [:] }
    let version = VipsLibrary.version.split(separator: ".").prefix(2).joined(separator: ".")
    let folder = FileSystem.parent(of: libvips) + "/vips-modules-" + version
    return [Loader.heif: "heif", .jxl: "jxl"].compactMapValues { name in
      ["so", "dylib"].map { "\(folder)/vips-\(name).\($0)" }.first { FileSystem.kind(of: $0).isFile }
    }
  }()

  /// The libraries that the system's loader would load for a program, listed by the loader without starting it
  /// (https://man7.org/linux/man-pages/man8/ld.so.8.html). That costs a few milliseconds, where starting ffmpeg takes 130. Without glibc
  /// the program itself runs, so it needs an argument that ends it at once; macOS lists the libraries during that.
  /// - Parameter preloading: further libraries to load.
  /// - Returns: empty if the program cannot be started.
  static func of(_ program: String, preloading libraries: [String] = []) async -> [String] {
    var environment = ["LD_TRACE_LOADED_OBJECTS": "1", "DYLD_PRINT_LIBRARIES": "1"]
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    if !libraries.isEmpty { environment["LD_PRELOAD"] = libraries.joined(separator: ":") }
    let result = try? await Subprocess.run(
      .at(program), arguments: ["-version"], environment: .seeing(environment),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    let texts = [result?.standardOutput, result?.standardError].compactMap { $0 ?? nil }
    return texts.flatMap { $0.split(whereSeparator: \.isNewline) }.compactMap(path)
  }

  /// The path in a line such as `libz.so.1 => /lib/x86_64-linux-gnu/libz.so.1 (0x00007f…)`.
  private static func path(in line: Substring) -> String? {
    guard let slash = line.firstIndex(of: "/") else { return nil }
    let path = line[slash...]
    return String(path.firstRange(of: " (0x").map { path[..<$0.lowerBound] } ?? path)
  }

  /// The path of a program; nil if it is not in the value of `PATH`.
  static func program(_ name: String, in path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
    let folders = (path ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension Executable {
  static func at(_ path: String) -> Executable { .path(FilePath(path)) }
}

extension Environment {
  /// An environment with only these variables.
  static func seeing(_ variables: [String: String]) -> Environment {
    .custom(Dictionary(uniqueKeysWithValues: variables.map { (Key(stringLiteral: $0.key), $0.value) }))
  }
}
