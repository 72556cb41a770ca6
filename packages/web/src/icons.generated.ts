// Made by `npm run fix` from @tabler/icons-react 3.51.0. Do not edit.
// MIT License, Copyright (c) 2020-2026 Paweł Kuna: https://github.com/tabler/tabler-icons

import { createElement } from 'react'

type Shape = readonly [string, Readonly<Record<string, string>>]
type Props = Readonly<Record<string, unknown>>

const icon =
  (isFilled: boolean, name: string, shapes: readonly Shape[]) =>
  ({ color = 'currentColor', size = 24, stroke = 2, title, className, children, ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        className: ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' '),
        ...(isFilled
          ? { fill: color, stroke: 'none' }
          : { fill: 'none', stroke: color, strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' }),
        ...rest,
      },
      typeof title === 'string' ? createElement('title', { key: 'title' }, title) : null,
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
      children as never,
    )

export const IconAdjustmentsHorizontal = icon(false, 'adjustments-horizontal', [["path",{"d":"M12 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0","key":"svg-0"}],["path",{"d":"M4 6l8 0","key":"svg-1"}],["path",{"d":"M16 6l4 0","key":"svg-2"}],["path",{"d":"M6 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0","key":"svg-3"}],["path",{"d":"M4 12l2 0","key":"svg-4"}],["path",{"d":"M10 12l10 0","key":"svg-5"}],["path",{"d":"M15 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0","key":"svg-6"}],["path",{"d":"M4 18l11 0","key":"svg-7"}],["path",{"d":"M19 18l1 0","key":"svg-8"}]])
export const IconAlertTriangle = icon(false, 'alert-triangle', [["path",{"d":"M12 9v4","key":"svg-0"}],["path",{"d":"M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0","key":"svg-1"}],["path",{"d":"M12 16h.01","key":"svg-2"}]])
export const IconArchive = icon(false, 'archive', [["path",{"d":"M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2","key":"svg-0"}],["path",{"d":"M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-10","key":"svg-1"}],["path",{"d":"M10 12l4 0","key":"svg-2"}]])
export const IconArchiveOff = icon(false, 'archive-off', [["path",{"d":"M8 4h11a2 2 0 1 1 0 4h-7m-4 0h-3a2 2 0 0 1 -.826 -3.822","key":"svg-0"}],["path",{"d":"M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 1.824 -1.18m.176 -3.82v-7","key":"svg-1"}],["path",{"d":"M10 12h2","key":"svg-2"}],["path",{"d":"M3 3l18 18","key":"svg-3"}]])
export const IconAt = icon(false, 'at', [["path",{"d":"M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0","key":"svg-0"}],["path",{"d":"M16 12v1.5a2.5 2.5 0 0 0 5 0v-1.5a9 9 0 1 0 -5.5 8.28","key":"svg-1"}]])
export const IconBell = icon(false, 'bell', [["path",{"d":"M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6","key":"svg-0"}],["path",{"d":"M9 17v1a3 3 0 0 0 6 0v-1","key":"svg-1"}]])
export const IconBook = icon(false, 'book', [["path",{"d":"M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0","key":"svg-0"}],["path",{"d":"M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0","key":"svg-1"}],["path",{"d":"M3 6l0 13","key":"svg-2"}],["path",{"d":"M12 6l0 13","key":"svg-3"}],["path",{"d":"M21 6l0 13","key":"svg-4"}]])
export const IconBookmark = icon(false, 'bookmark', [["path",{"d":"M18 7v14l-6 -4l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4","key":"svg-0"}]])
export const IconBuildingStore = icon(false, 'building-store', [["path",{"d":"M3 21l18 0","key":"svg-0"}],["path",{"d":"M3 7v1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1h-18l2 -4h14l2 4","key":"svg-1"}],["path",{"d":"M5 21l0 -10.15","key":"svg-2"}],["path",{"d":"M19 21l0 -10.15","key":"svg-3"}],["path",{"d":"M9 21v-4a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v4","key":"svg-4"}]])
export const IconBuildingWarehouse = icon(false, 'building-warehouse', [["path",{"d":"M3 21v-13l9 -4l9 4v13","key":"svg-0"}],["path",{"d":"M13 13h4v8h-10v-6h6","key":"svg-1"}],["path",{"d":"M13 21v-9a1 1 0 0 0 -1 -1h-2a1 1 0 0 0 -1 1v3","key":"svg-2"}]])
export const IconCalendarPlus = icon(false, 'calendar-plus', [["path",{"d":"M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v5","key":"svg-0"}],["path",{"d":"M16 3v4","key":"svg-1"}],["path",{"d":"M8 3v4","key":"svg-2"}],["path",{"d":"M4 11h16","key":"svg-3"}],["path",{"d":"M16 19h6","key":"svg-4"}],["path",{"d":"M19 16v6","key":"svg-5"}]])
export const IconCheck = icon(false, 'check', [["path",{"d":"M5 12l5 5l10 -10","key":"svg-0"}]])
export const IconChevronRight = icon(false, 'chevron-right', [["path",{"d":"M9 6l6 6l-6 6","key":"svg-0"}]])
export const IconCircle = icon(false, 'circle', [["path",{"d":"M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0","key":"svg-0"}]])
export const IconCircleCheck = icon(false, 'circle-check', [["path",{"d":"M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0","key":"svg-0"}],["path",{"d":"M9 12l2 2l4 -4","key":"svg-1"}]])
export const IconCircleCheckFilled = icon(true, 'circle-check-filled', [["path",{"d":"M17 3.34a10 10 0 1 1 -14.995 8.984l-.005 -.324l.005 -.324a10 10 0 0 1 14.995 -8.336zm-1.293 5.953a1 1 0 0 0 -1.32 -.083l-.094 .083l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z","key":"svg-0"}]])
export const IconClock = icon(false, 'clock', [["path",{"d":"M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0","key":"svg-0"}],["path",{"d":"M12 7v5l3 3","key":"svg-1"}]])
export const IconCode = icon(false, 'code', [["path",{"d":"M7 8l-4 4l4 4","key":"svg-0"}],["path",{"d":"M17 8l4 4l-4 4","key":"svg-1"}],["path",{"d":"M14 4l-4 16","key":"svg-2"}]])
export const IconColumns3 = icon(false, 'columns-3', [["path",{"d":"M3 4a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-16","key":"svg-0"}],["path",{"d":"M9 3v18","key":"svg-1"}],["path",{"d":"M15 3v18","key":"svg-2"}]])
export const IconCopy = icon(false, 'copy', [["path",{"d":"M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666","key":"svg-0"}],["path",{"d":"M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1","key":"svg-1"}]])
export const IconDevices = icon(false, 'devices', [["path",{"d":"M13 9a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-10","key":"svg-0"}],["path",{"d":"M18 8v-3a1 1 0 0 0 -1 -1h-13a1 1 0 0 0 -1 1v12a1 1 0 0 0 1 1h9","key":"svg-1"}],["path",{"d":"M16 9h2","key":"svg-2"}]])
export const IconDots = icon(false, 'dots', [["path",{"d":"M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-0"}],["path",{"d":"M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-1"}],["path",{"d":"M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-2"}]])
export const IconDownload = icon(false, 'download', [["path",{"d":"M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2","key":"svg-0"}],["path",{"d":"M7 11l5 5l5 -5","key":"svg-1"}],["path",{"d":"M12 4l0 12","key":"svg-2"}]])
export const IconEye = icon(false, 'eye', [["path",{"d":"M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0","key":"svg-0"}],["path",{"d":"M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6","key":"svg-1"}]])
export const IconFileUpload = icon(false, 'file-upload', [["path",{"d":"M14 3v4a1 1 0 0 0 1 1h4","key":"svg-0"}],["path",{"d":"M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2","key":"svg-1"}],["path",{"d":"M12 11v6","key":"svg-2"}],["path",{"d":"M9.5 13.5l2.5 -2.5l2.5 2.5","key":"svg-3"}]])
export const IconFingerprint = icon(false, 'fingerprint', [["path",{"d":"M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3","key":"svg-0"}],["path",{"d":"M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6","key":"svg-1"}],["path",{"d":"M12 11v2a14 14 0 0 0 2.5 8","key":"svg-2"}],["path",{"d":"M8 15a18 18 0 0 0 1.8 6","key":"svg-3"}],["path",{"d":"M4.9 19a22 22 0 0 1 -.9 -7v-1a8 8 0 0 1 12 -6.95","key":"svg-4"}]])
export const IconGift = icon(false, 'gift', [["path",{"d":"M3 9a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1l0 -2","key":"svg-0"}],["path",{"d":"M12 8l0 13","key":"svg-1"}],["path",{"d":"M19 12v7a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-7","key":"svg-2"}],["path",{"d":"M7.5 8a2.5 2.5 0 0 1 0 -5a4.8 8 0 0 1 4.5 5a4.8 8 0 0 1 4.5 -5a2.5 2.5 0 0 1 0 5","key":"svg-3"}]])
export const IconGripVertical = icon(false, 'grip-vertical', [["path",{"d":"M8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-0"}],["path",{"d":"M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-1"}],["path",{"d":"M8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-2"}],["path",{"d":"M14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-3"}],["path",{"d":"M14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-4"}],["path",{"d":"M14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0","key":"svg-5"}]])
export const IconHome = icon(false, 'home', [["path",{"d":"M5 12l-2 0l9 -9l9 9l-2 0","key":"svg-0"}],["path",{"d":"M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7","key":"svg-1"}],["path",{"d":"M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6","key":"svg-2"}]])
export const IconHourglassLow = icon(false, 'hourglass-low', [["path",{"d":"M6.5 17h11","key":"svg-0"}],["path",{"d":"M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1","key":"svg-1"}],["path",{"d":"M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1","key":"svg-2"}]])
export const IconKeyboard = icon(false, 'keyboard', [["path",{"d":"M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8","key":"svg-0"}],["path",{"d":"M6 10l0 .01","key":"svg-1"}],["path",{"d":"M10 10l0 .01","key":"svg-2"}],["path",{"d":"M14 10l0 .01","key":"svg-3"}],["path",{"d":"M18 10l0 .01","key":"svg-4"}],["path",{"d":"M6 14l0 .01","key":"svg-5"}],["path",{"d":"M18 14l0 .01","key":"svg-6"}],["path",{"d":"M10 14l4 .01","key":"svg-7"}]])
export const IconLink = icon(false, 'link', [["path",{"d":"M9 15l6 -6","key":"svg-0"}],["path",{"d":"M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464","key":"svg-1"}],["path",{"d":"M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463","key":"svg-2"}]])
export const IconLock = icon(false, 'lock', [["path",{"d":"M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6","key":"svg-0"}],["path",{"d":"M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0","key":"svg-1"}],["path",{"d":"M8 11v-4a4 4 0 1 1 8 0v4","key":"svg-2"}]])
export const IconLogout = icon(false, 'logout', [["path",{"d":"M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2","key":"svg-0"}],["path",{"d":"M9 12h12l-3 -3","key":"svg-1"}],["path",{"d":"M18 15l3 -3","key":"svg-2"}]])
export const IconMailOff = icon(false, 'mail-off', [["path",{"d":"M9 5h10a2 2 0 0 1 2 2v10m-2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2","key":"svg-0"}],["path",{"d":"M3 7l9 6l.565 -.377m2.435 -1.623l6 -4","key":"svg-1"}],["path",{"d":"M3 3l18 18","key":"svg-2"}]])
export const IconMailX = icon(false, 'mail-x', [["path",{"d":"M13.5 19h-8.5a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v6","key":"svg-0"}],["path",{"d":"M3 7l9 6l9 -6","key":"svg-1"}],["path",{"d":"M22 22l-5 -5","key":"svg-2"}],["path",{"d":"M17 22l5 -5","key":"svg-3"}]])
export const IconPackageOff = icon(false, 'package-off', [["path",{"d":"M8.812 4.793l3.188 -1.793l8 4.5v8.5m-2.282 1.784l-5.718 3.216l-8 -4.5v-9l2.223 -1.25","key":"svg-0"}],["path",{"d":"M14.543 10.57l5.457 -3.07","key":"svg-1"}],["path",{"d":"M12 12v9","key":"svg-2"}],["path",{"d":"M12 12l-8 -4.5","key":"svg-3"}],["path",{"d":"M16 5.25l-4.35 2.447m-2.564 1.442l-1.086 .611","key":"svg-4"}],["path",{"d":"M3 3l18 18","key":"svg-5"}]])
export const IconPencil = icon(false, 'pencil', [["path",{"d":"M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4","key":"svg-0"}],["path",{"d":"M13.5 6.5l4 4","key":"svg-1"}]])
export const IconPhotoPlus = icon(false, 'photo-plus', [["path",{"d":"M15 8h.01","key":"svg-0"}],["path",{"d":"M12.5 21h-6.5a3 3 0 0 1 -3 -3v-12a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v6.5","key":"svg-1"}],["path",{"d":"M3 16l5 -5c.928 -.893 2.072 -.893 3 0l4 4","key":"svg-2"}],["path",{"d":"M14 14l1 -1c.67 -.644 1.45 -.824 2.182 -.54","key":"svg-3"}],["path",{"d":"M16 19h6","key":"svg-4"}],["path",{"d":"M19 16v6","key":"svg-5"}]])
export const IconPlayerPause = icon(false, 'player-pause', [["path",{"d":"M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12","key":"svg-0"}],["path",{"d":"M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12","key":"svg-1"}]])
export const IconPlus = icon(false, 'plus', [["path",{"d":"M12 5l0 14","key":"svg-0"}],["path",{"d":"M5 12l14 0","key":"svg-1"}]])
export const IconRefresh = icon(false, 'refresh', [["path",{"d":"M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4","key":"svg-0"}],["path",{"d":"M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4","key":"svg-1"}]])
export const IconRepeat = icon(false, 'repeat', [["path",{"d":"M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3","key":"svg-0"}],["path",{"d":"M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3","key":"svg-1"}]])
export const IconSearch = icon(false, 'search', [["path",{"d":"M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0","key":"svg-0"}],["path",{"d":"M21 21l-6 -6","key":"svg-1"}]])
export const IconSend = icon(false, 'send', [["path",{"d":"M10 14l11 -11","key":"svg-0"}],["path",{"d":"M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5","key":"svg-1"}]])
export const IconSettings = icon(false, 'settings', [["path",{"d":"M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065","key":"svg-0"}],["path",{"d":"M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0","key":"svg-1"}]])
export const IconSpeakerphone = icon(false, 'speakerphone', [["path",{"d":"M18 8a3 3 0 0 1 0 6","key":"svg-0"}],["path",{"d":"M10 8v11a1 1 0 0 1 -1 1h-1a1 1 0 0 1 -1 -1v-5","key":"svg-1"}],["path",{"d":"M12 8l4.524 -3.77a.9 .9 0 0 1 1.476 .692v12.156a.9 .9 0 0 1 -1.476 .692l-4.524 -3.77h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h8","key":"svg-2"}]])
export const IconStairsUp = icon(false, 'stairs-up', [["path",{"d":"M22 6h-5v5h-5v5h-5v5h-5","key":"svg-0"}],["path",{"d":"M6 10v-7","key":"svg-1"}],["path",{"d":"M3 6l3 -3l3 3","key":"svg-2"}]])
export const IconTrash = icon(false, 'trash', [["path",{"d":"M4 7l16 0","key":"svg-0"}],["path",{"d":"M10 11l0 6","key":"svg-1"}],["path",{"d":"M14 11l0 6","key":"svg-2"}],["path",{"d":"M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12","key":"svg-3"}],["path",{"d":"M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3","key":"svg-4"}]])
export const IconUser = icon(false, 'user', [["path",{"d":"M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0","key":"svg-0"}],["path",{"d":"M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2","key":"svg-1"}]])
export const IconUsers = icon(false, 'users', [["path",{"d":"M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0","key":"svg-0"}],["path",{"d":"M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2","key":"svg-1"}],["path",{"d":"M16 3.13a4 4 0 0 1 0 7.75","key":"svg-2"}],["path",{"d":"M21 21v-2a4 4 0 0 0 -3 -3.85","key":"svg-3"}]])
export const IconWebhook = icon(false, 'webhook', [["path",{"d":"M4.876 13.61a4 4 0 1 0 6.124 3.39h6","key":"svg-0"}],["path",{"d":"M15.066 20.502a4 4 0 1 0 1.934 -7.502c-.706 0 -1.424 .179 -2 .5l-3 -5.5","key":"svg-1"}],["path",{"d":"M16 8a4 4 0 1 0 -8 0c0 1.506 .77 2.818 2 3.5l-3 5.5","key":"svg-2"}]])
export const IconX = icon(false, 'x', [["path",{"d":"M18 6l-12 12","key":"svg-0"}],["path",{"d":"M6 6l12 12","key":"svg-1"}]])
