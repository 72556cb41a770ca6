import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

// The web app reads its language when it loads.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => 'de' } })

const { formatChanges } = await import('#web-src/pages/settings/audit-labels')
const { numberSeparators } = await import('#web-src/i18n/format')

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

  it('has the separators of its language in number fields', () => {
    assert.deepEqual(numberSeparators, { decimalSeparator: ',', thousandSeparator: '.' })
  })
})
