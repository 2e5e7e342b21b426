import FuzzSupport

@_cdecl("FuzzPipeline_main")
public func begin(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  fuzz(FuzzTarget.all, count, arguments)
}
