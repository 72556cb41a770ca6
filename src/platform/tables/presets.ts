import { normalizeName } from './normalize-name.ts'
import type { PresetName } from './preset-names.ts'
import type { Table } from './table.ts'

/** How the files of another product are read, as that product documents them. */
export interface Preset {
  title: string
  /** The page that documents the columns, and the day on which it was read. */
  source: string
  read_on: string
  /** The documented names of columns. */
  columns: readonly string[]
  date_order: 'month_first' | 'day_first'
  /** The year that the product adds to a birthday without one. */
  unknown_year: string
}

/*
 * To add a product, add the names from a page that documents them, with the page and the day. A name that no page
 * documents is not added: people choose its column themselves. docs/moving.md says what was found for which product.
 */
export const presets = {
  snappy: {
    title: 'Snappy',
    source: 'https://help.snappy.com/en/articles/10450774-uploading-a-recipients-list',
    read_on: '2026-11-30',
    columns: [
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Country',
      'Employee ID',
      'Department',
      'Hire Date',
      'Birthday',
    ],
    date_order: 'month_first',
    unknown_year: '2001',
  },
} as const satisfies Record<PresetName, Preset>

const monthFirst = /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(\/\d{4})?$/

/**
 * Returns the product that a table is from. Its columns alone do not show it, because HR systems have the same ones, so
 * each date and country must have the form of the product too: a wrong guess would swap days and months.
 */
export function detectPreset({
  columns,
  rows,
}: Pick<Table, 'columns' | 'rows'>): PresetName | undefined {
  const find = (name: string) =>
    columns.find((column) => normalizeName(column.name) === normalizeName(name))?.index
  const listCells = (name: string) => {
    const index = find(name)
    if (index === undefined) return []
    return rows.flatMap(({ cells }) => cells[index]?.trim() || [])
  }
  const dates = [...listCells('Hire Date'), ...listCells('Birthday')]
  const isSnappy =
    find('First Name') !== undefined &&
    (find('Email') ?? find('Phone Number')) !== undefined &&
    find('Country') !== undefined &&
    dates.length > 0 &&
    dates.every((date) => monthFirst.test(date)) &&
    listCells('Country').every((country) => /^[a-z]{2}$/i.test(country))
  return isSnappy ? 'snappy' : undefined
}

/** Removes the year that the product added to a birthday, from `04/12/2001`, `2001-04-12` or `12.04.2001`. */
export function withoutUnknownYear(birthday: string, preset: PresetName): string {
  const year = presets[preset].unknown_year
  const text = birthday.trim()
  if (text.endsWith(`/${year}`)) return text.slice(0, -year.length - 1)
  if (text.endsWith(`.${year}`)) return text.slice(0, -year.length)
  return text.startsWith(`${year}-`) ? `-${text.slice(year.length)}` : birthday
}
