const AREAS_OF_4 = [
  "2(?:202|2(?:2[1-9]|4[1-6]|5[24-7]|6[1-8]|7[1-4]|8[13-6]|9[1267])|3(?:02|1[467]|2[03-6]|3[13-8]|4[2-6]|5[2-8]|9[2-6])|47[3-8]",
  "|6(?:2[2-6]|4[6-8]|5[15-8])|9(?:0[1-3]|2\\d|3[1-6]|4[0-8]|5[2-4]|6[2-6]|72|8[23]))",
  "|3(?:3(?:2[79]|8[2578])|4(?:0\\d|3[5-8]|4[24-7]|5[4-8]|6\\d|7[126]|8[2379]|9[1-36-8])|5(?:2[1-5]|3[237]|4[1-9]|6[2-4]|7[1-6]|8[2-5])",
  "|7(?:1[1568]|2[15]|3[145]|4[13]|5[14-8]|7[2-57]|8[126])|8(?:2[15-7]|3[2578]|4[13-6]|5[4-8]|6[1-35-9]|7[36-8]|8[5-8]|9[124]))",
].join("");
const AREAS_OF_3 = "2(?:2[013]|3[067]|49|6[01346]|80|9[14789])|3(?:36|4[12358]|5[138]|6[24]|7[069]|8[0135-8])";
/** Area codes of the country, without the 0 before them. */
export const AREA = `(?:11|${AREAS_OF_3}|${AREAS_OF_4})`;

const prefix = "(?<prefix>(?:00)?54)?(?<mobile>9)?(?<trunk>0)?";
const NATIONAL = [
  "(?<area>11)(?<fifteen>15)?[2-9]\\d{7}",
  `(?<area>${AREAS_OF_3})(?<fifteen>15)?[2-9]\\d{6}`,
  `(?<area>${AREAS_OF_4})(?<fifteen>15)?[2-9]\\d{5}`,
].map((source) => new RegExp(`^${prefix}${source}$`));
/** What people write for a number, with a digit too many or one that no number has there: an area code and eight digits. */
const ALMOST_NATIONAL = new RegExp(`^${prefix}(?<area>11|${AREAS_OF_3})\\d{8}$`);

type Parts = { area: string; afterArea: number };

/** Each way to read digits as a number with an area code: the code, and the number of digits up to its end. Empty when there is none. */
export const readingsOf = (digits: string): Parts[] => NATIONAL.flatMap((form) => readingBy(form, digits));

/** The readings of digits that are almost a number with area code. */
export const almostReadingsOf = (digits: string): Parts[] => readingBy(ALMOST_NATIONAL, digits);

function readingBy(form: RegExp, digits: string): Parts[] {
  const groups = form.exec(digits)?.groups;
  if (!groups) return [];
  const afterArea = ["prefix", "mobile", "trunk", "area"].reduce((sum, name) => sum + (groups[name]?.length ?? 0), 0);
  return [{ area: groups["area"] ?? "", afterArea }];
}
