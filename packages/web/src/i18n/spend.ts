import type { catalogue as common } from './catalogues/de/common.ts'
import type { catalogue } from './catalogues/de/spend.ts'
import { loadTexts } from './texts.ts'

export const { t, plural, Trans } = await loadTexts<typeof common & typeof catalogue>('spend')
