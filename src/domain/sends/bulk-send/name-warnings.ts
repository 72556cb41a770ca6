import { damageMessages, findDamage, looksWronglyDecoded } from '#platform/tables/index'

/** What a sender should look at in a valid row. */
export interface RowWarning {
  param: string
  message: string
}

/** Warns of names that are probably no names: parts of a list of addresses, or text in a wrong encoding. */
export function findNameWarnings(recipient: {
  first_name: string
  last_name: string
}): RowWarning[] {
  return (['first_name', 'last_name'] as const).flatMap((name) => {
    const message = findDoubt(recipient[name])
    return message === undefined ? [] : [{ param: `recipient.${name}`, message }]
  })
}

function findDoubt(name: string): string | undefined {
  const damage = findDamage(name)
  if (damage !== undefined) return damageMessages[damage]
  if (/[@<>;]/.test(name)) return 'contains a sign of an email address; check the name'
  if (/,\s*$/.test(name)) return 'ends in a comma; check which name is first and which is last'
  return looksWronglyDecoded(name)
    ? 'looks like text in a wrong encoding; choose the encoding of the file'
    : undefined
}
