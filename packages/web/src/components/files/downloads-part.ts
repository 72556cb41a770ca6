import { createOnDemand } from '#web/components/layout/on-demand.tsx'

/** The panel of the downloads. The app renders it once. Its code loads with the first download. */
export const downloadsPart = createOnDemand(() =>
  import('./downloads-panel.tsx').then((m) => m.DownloadsPanel),
)
