import ArgumentParser

@main
struct Richpush: ParsableCommand {}
