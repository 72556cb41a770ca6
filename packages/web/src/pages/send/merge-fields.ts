import { t } from '#web/i18n/send.ts'

/** The fields of a row that a message can contain, such as `{first_name}`. The server has the same list. */
export const mergeFields = ['first_name', 'last_name'] as const

/** Returns an error message if a text contains an unknown field. Otherwise the function returns undefined. */
export function findUnknownField(text: string): string | undefined {
  const names = [...text.matchAll(/\{([a-z][a-z_]{0,63})\}/gi)].map(([, name = '']) => name)
  const unknown = names.find((name) => !mergeFields.some((field) => field === name))
  return unknown === undefined
    ? undefined
    : t('There is no field {field}. Use {fields}.', {
        field: `{${unknown}}`,
        fields: mergeFields.map((name) => `{${name}}`).join(', '),
      })
}
