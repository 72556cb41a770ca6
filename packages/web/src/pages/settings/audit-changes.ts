import { t } from '../../i18n/settings.ts'
import { fieldLabel } from './audit-field-labels.ts'

/** Formats the changes of an entry with one line for each field, such as 'Role: sender → admin'. */
export function formatChanges(details: Readonly<Record<string, unknown>>): string[] {
  const { before, after, ...rest } = details as {
    before?: Record<string, unknown>
    after?: Record<string, unknown>
  }
  const names = Object.keys({ ...before, ...after })
  return [
    ...names.map(
      (name) =>
        `${fieldLabel(name)}: ${formatValue(before?.[name])} → ${formatValue(after?.[name])}`,
    ),
    ...Object.entries(rest).map(([name, value]) => `${fieldLabel(name)}: ${formatValue(value)}`),
  ]
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('none|value')
  if (value === true) return t('yes')
  if (value === false) return t('no')
  if (Array.isArray(value))
    return value.length === 0 ? t('none|value') : value.map(formatValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
