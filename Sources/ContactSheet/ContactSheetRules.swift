import PushDelivery

extension StyleSheet {
  /// The style of a page that shows these files.
  static func contactSheet(of renditions: [RenditionOutcome], media: EmbeddedMedia) -> StyleSheet {
    var sheet = StyleSheet(contactSheetRules)
    let pictures = renditions.filter { !$0.format.isMovie }.map { (PictureClass($0), media.bytes(of: $0)) }
    for case (let name, let bytes?) in pictures { sheet.add(name, bytes: bytes) }
    return sheet
  }
}

/// The colours keep a contrast of at least 4.5 to 1 between text and ground (https://www.w3.org/TR/WCAG22/#contrast-minimum).
private let contactSheetRules: StaticString = """

  :root {
    color-scheme: light dark;
    --page: #f5f6f8; --card: #ffffff; --ink: #1c2127; --muted: #59626d; --line: #dde1e7; --link: #0b57d0;
    --bad: #b3261e; --bad-ground: #fdf0ef; --warn: #7a5200; --warn-ground: #fdf6e7;
    --screen: #e8ebf0; --paper: #ffffff; --bar: #cfd5dd; --fill: #45719f;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --page: #101317; --card: #1a1e24; --ink: #e9ebee; --muted: #a4adb8; --line: #313842; --link: #9cc0ff;
      --bad: #ffb4ab; --bad-ground: #33201f; --warn: #f2cf8c; --warn-ground: #2e2718;
      --screen: #0c0e12; --paper: #272c34; --bar: #3a424d; --fill: #8fb3de;
    }
  }
  * { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
  body {
    margin: 0 auto; max-width: 80rem; padding: 2rem clamp(1rem, 4vw, 3rem) 4rem;
    background: var(--page); color: var(--ink);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    overflow-wrap: anywhere;
  }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  a { color: var(--link); }
  a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  h1 { font-size: 2rem; line-height: 1.2; }
  h2 { font-size: 1.25rem; margin: 3rem 0 1rem; }
  h3 { font-size: 1.25rem; line-height: 1.3; white-space: pre-line; }
  h4 { font-size: .875rem; color: var(--muted); font-weight: 600; margin-bottom: .75rem; }
  code { font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--muted); }
  .eyebrow { color: var(--muted); font-size: .875rem; }
  .totals { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .5rem; color: var(--muted); }
  .totals strong { color: var(--ink); }
  .totals .bad, .totals .bad strong { color: var(--bad); }
  .note, .status { color: var(--muted); }
  .note { margin-bottom: 1rem; }

  .overview { margin-top: 1.5rem; }
  .overview ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; }
  .overview a { display: block; color: var(--ink); text-decoration: none; }
  .overview a:hover .name { text-decoration: underline; }
  .overview .shot { display: block; border-radius: .5rem; }
  .overview .bad .shot { outline: 3px solid var(--bad); outline-offset: -3px; }
  .overview .shot { box-shadow: 0 0 0 1px var(--line); }
  .overview .name {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
    margin-top: .375rem; font-size: .8125rem; line-height: 1.35;
  }
  .overview .id { font-size: .75rem; color: var(--muted); }

  .card {
    background: var(--card); border: 1px solid var(--line); border-radius: .875rem;
    padding: clamp(1rem, 3vw, 2rem); margin-bottom: 1.5rem;
  }
  .message { content-visibility: auto; contain-intrinsic-size: auto 60rem; scroll-margin-top: 1rem; }
  .message:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
  .body { margin-top: .25rem; white-space: pre-line; }
  .facts { font-size: .875rem; }
  .facts dt { color: var(--muted); flex: none; }
  .message > header .facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; }
  .message > header .facts div { display: flex; gap: .5rem; }

  .findings { margin-top: 1rem; display: grid; gap: .5rem; }
  .findings li { padding: .625rem .875rem; border-radius: .5rem; background: var(--page); border-left: 3px solid var(--line); }
  .findings .error { background: var(--bad-ground); border-color: var(--bad); }
  .findings .warning { background: var(--warn-ground); border-color: var(--warn); }
  .findings .error strong { color: var(--bad); }
  .findings .warning strong { color: var(--warn); }
  .remedy { color: var(--muted); }

  .clients {
    display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13.5rem, 100%), 1fr)); gap: 1.5rem; margin-top: 1.5rem;
  }
  .clients { align-items: start; }
  .client figcaption { font-size: .875rem; color: var(--muted); margin-bottom: .5rem; }
  .client figcaption strong { color: var(--ink); }
  .client figcaption .cut { color: var(--warn); }
  .screen { container-type: inline-size; display: grid; gap: .75rem; align-content: start; background: var(--screen); border-radius: 1rem; padding: 1rem; }
  .notification { background: var(--paper); overflow: hidden; display: grid; gap: .75rem; padding: .875rem; }
  .collapsed { grid-template-columns: 1fr auto; align-items: center; }
  .android .notification { border-radius: 1.5rem; padding: 1rem; }
  .android .notification .shot { border-radius: .75rem; }
  .ios .notification { border-radius: 1.25rem; }
  .ios .expanded { padding: 0; gap: 0; }
  .ios .expanded .words { padding: .875rem; }
  .web .notification { border-radius: .5rem; padding: 0; gap: 0; }
  .web .words { padding: .875rem; }
  .words { font-size: .875rem; line-height: 1.4; min-width: 0; }
  /* As on a phone 360 points wide, where text has 14; smaller where there is less room. */
  .screen .words { font-size: clamp(.6875rem, 4.3cqi, .9375rem); }
  .words b, .words em, .words span {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; white-space: pre-line;
  }
  .words b { -webkit-line-clamp: 2; }
  .words em { -webkit-line-clamp: 1; font-style: normal; font-weight: 600; }
  .actions { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin-top: .5rem; }
  .actions li { padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 1rem; font-weight: 600; }
  .client > .facts { margin-top: .5rem; display: grid; gap: .125rem; }
  .client > .facts div { display: flex; gap: .5rem; }
  .android .words b, .android .words span { -webkit-line-clamp: 1; }

  .shot {
    background: center / cover no-repeat var(--paper); -webkit-print-color-adjust: exact; print-color-adjust: exact;
  }
  .wide { aspect-ratio: 2; }
  .square { aspect-ratio: 1; width: clamp(2rem, 14cqi, 3rem); border-radius: .5rem; }
  .ios .square { width: clamp(1.75rem, 12cqi, 2.5rem); border-radius: .375rem; }
  .screen .own { max-height: 28rem; }
  .own { display: block; width: 100%; height: auto; background-size: contain; }
  .film { display: grid; place-content: center; background: var(--bar); }
  .film::before { content: ""; border: .4rem solid transparent; border-left: .65rem solid var(--muted); margin-left: .4rem; }
  .absent { background: var(--bar); display: grid; place-content: center; padding: .875rem; font-size: .875rem; color: var(--muted); text-align: center; }

  .files { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
  .file { display: grid; grid-template-columns: 18rem 1fr; gap: 1rem 2rem; align-items: start; }
  .file + .file { margin-top: 1.5rem; }
  .file .facts { grid-column: 2; display: grid; gap: .25rem; }
  .file .facts div { display: grid; grid-template-columns: 5.5rem 1fr; gap: .5rem; }
  .whole .own { outline: 1px solid var(--line); width: auto; max-width: 100%; max-height: 15rem; }
  .whole.words { font-size: .875rem; color: var(--muted); }
  .whole figcaption { margin-top: .375rem; font-size: .8125rem; color: var(--muted); }
  .off { fill: #000; opacity: .55; }
  .crop, .thumbnail { fill: none; vector-effect: non-scaling-stroke; }
  .under { stroke: #000; stroke-width: 3; opacity: .6; }
  .over { stroke: #fff; stroke-width: 1.5; }
  .thumbnail { stroke-dasharray: 5 4; }
  .thumbnail.under { stroke-dasharray: none; opacity: .35; }
  .bar { display: block; width: 100%; max-width: 16rem; height: .375rem; margin: .25rem 0; border-radius: 1rem; background: var(--bar); }
  .bar rect { fill: var(--fill); }

  footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .8125rem; }
  footer h2 { font-size: .875rem; margin: 0 0 .5rem; }
  footer ul { display: grid; gap: .375rem; max-width: 60rem; }

  @media screen and (max-width: 44rem) {
    .file { grid-template-columns: 1fr; }
    .file .facts { grid-column: 1; }
    .overview ol { grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .75rem; }
  }
  @media print {
    html { font-size: 78%; }
    body { max-width: none; padding: 0; background: none; }
    .overview { display: none; }
    .card { break-inside: avoid; border-radius: 0; padding: 1rem; }
    .message { content-visibility: visible; }
    .clients { grid-template-columns: repeat(3, 1fr); gap: .75rem; margin-top: 1rem; }
    .screen { padding: .5rem; border-radius: .5rem; }
    .screen .own { max-height: 12rem; }
    .client, .file { break-inside: avoid; }
    .file { grid-template-columns: 12rem 1fr; }
    h2, h4 { break-after: avoid; }
    h2 { margin: 1.5rem 0 .75rem; }
    .files { margin-top: 1rem; padding-top: .75rem; }
    .whole .own { max-height: 10rem; }
    .bar, .screen, .findings li { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  }

  """
