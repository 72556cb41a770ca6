/** The default alphabet of GSM 03.38; a character of the extension table counts twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** Text messages have at most two segments, which providers charge for one by one. */
export const maxSegments = 2

/** Returns how many segments a text message needs: of 160 GSM characters or 70 UCS-2 units, or of 153 and 67 if there are several. */
export function toSegmentCount(text: string): number {
  const characters = [...text]
  const isGsm = characters.every((each) => basic.has(each) || extension.has(each))
  if (!isGsm) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const length = characters.reduce((sum, each) => sum + (extension.has(each) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}
