import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

// The web app reads its language while it loads, so the language is set first.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => 'de' } })

const { formatChanges } = await import('#web-src/pages/settings/audit-changes')
const { numberSeparators } = await import('#web-src/i18n/format')
const { describeCause } = await import('#web-src/pages/gifts/transition-causes')

describe('the web app in German', () => {
  it('names the fields of the audit log', () => {
    assert.deepEqual(
      formatChanges({
        before: { payload_version: '2025-10' },
        after: { payload_version: '2026-05' },
        require_approval: true,
      }),
      ['Payload-Version: 2025-10 → 2026-05', 'Freigabe erforderlich: ja'],
    )
  })

  it('describes what happened to the parcels of a gift', () => {
    const sentences = {
      'parcel 1 waits to be packed': 'Paket 1 wartet auf das Packen',
      'parcel 2 was marked as in transit': 'Paket 2 wurde als „unterwegs“ eingetragen',
      'parcel 1: the simulator accepted the parcel':
        'Paket 1: der Simulator hat das Paket angenommen',
      'parcel 1: EasyPost rejected the label': 'Paket 1: EasyPost hat das Etikett abgelehnt',
      'parcel 3: the warehouse reports out for delivery':
        'Paket 3: das Lager meldet „in Zustellung“',
      'cancelled by Dana Lee in the web app': 'Von Dana Lee in der Web-App storniert',
    }
    for (const [cause, german] of Object.entries(sentences))
      assert.equal(describeCause(cause), german)
  })

  it('has the separators of its language in number fields', () => {
    assert.deepEqual(numberSeparators, { decimalSeparator: ',', thousandSeparator: '.' })
  })
})
