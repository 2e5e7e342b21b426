/// A square poster with a headline at its top and a line at its bottom.
package enum WordPoster {
  package static let svg = """
    <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 960' font-family='sans-serif' font-weight='bold' fill='#222'>\
    <rect width='960' height='960' fill='#f3efe6'/><text x='60' y='150' font-size='100'>BLACK FRIDAY</text>\
    <text x='60' y='900' font-size='60'>ONLY UNTIL SUNDAY</text></svg>
    """
}
