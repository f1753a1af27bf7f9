import { countNoun } from '../lib/util/quantity.ts'

/** Rows of cells as lines, each column as wide as its widest cell. */
export function alignColumns(cells: readonly (readonly string[])[]): readonly string[] {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The line that stands for what is not shown; none if nothing is left. */
export function moreLine(left: number, one: string, many?: string): readonly string[] {
  return left > 0 ? [`   … and ${countNoun(left, one, many)} more: --json has all`] : []
}
