/** One subject of the bench, as it is printed. */
export interface Table {
  readonly title: string
  /** What was compared, and how, in a sentence or two. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function toMarkdown({ title, about, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [`## ${title}`, '', about, '', line(columns), line(rule), ...rows.map(line), ''].join('\n')
}

/** `1.23 ×`. */
export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`
}

/** A goal and whether it is met. */
export function goal(text: string, isMet: boolean): string {
  return `${text} ${isMet ? '✓' : '✗'}`
}
