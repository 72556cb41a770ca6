import { accountScreens } from './account-screens.ts'
import { catalogueScreens } from './catalogue-screens.ts'
import { developerScreens } from './developer-screens.ts'
import { giftScreens } from './gift-screens.ts'
import type { Screen } from './screen.ts'

/** The screens of the web app. A route of the admin API without an entry here fails a test. */
export const screens: readonly Screen[] = [
  ...giftScreens,
  ...catalogueScreens,
  ...developerScreens,
  ...accountScreens,
]
