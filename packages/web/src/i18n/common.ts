import type { catalogue } from './catalogues/de/common.ts'
import { loadTexts } from './texts.tsx'

export const { t, plural, Trans } = await loadTexts<typeof catalogue>('common')
