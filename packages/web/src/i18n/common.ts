import type { catalogue } from './catalogues/de/common.ts'
import { loadTexts } from './texts.ts'

export const { t, plural, Trans } = await loadTexts<typeof catalogue>('common')
