import { fold } from "../../shared/text/fold.ts";
import { textKey } from "../../shared/text/words.ts";
import { BODY_ZONES } from "../body-zones/body-zones.ts";
import { withLetters } from "./names-in-reply.ts";

/** Zones of the body that its figure does not name. */
const ZONES =
  "columna vertebra espinal cintura abdomen abdominal panza vientre utero vejiga prostata ovario corazon pulmon craneo mandibul maxilar garganta oido vista ojo nariz diente muela hueso musculo muscular tendon ligament articula nervio cartilago disco hernia gluteo nalga axila antebrazo pantorrill empeine talon muneca nudillo clavicul escapul omoplat rotul menisc isquio cuadricep aductor gemelo tibia perone femur pelvi pubi ingle coxis coccix sacro lumb dors cervic trapecio costilla esternon torax toraci";
/** What somebody has or had. */
const DIAGNOSES =
  "lesion dolor doli duele dolencia molest contractur esguinc desgarr fractur quebr rotura torced tendinit tendinop bursit artrit artros artrosis escoliosis lordosis cifosis ciatic lumbalg cervicalg dorsalg lumbociat fascitis epicondil manguito pinzamiento luxacion inflam hincha edema hematoma paralis pareisa paresia parkinson acv ictus ataque stroke hemipl parapl cuadripl esclerosis fibromialg osteopor osteop reuma lupus diabet hipertens cancer oncolog tumor mastectom epoc asma neumonia covid bronqu fibrosis incontinen prolapso embaraz puerper parto cesarea episiotom disfunc vertig mareo migran cefale jaqueca bruxis neuralg neuropat hormigueo adormec debilidad rigid espasm calambre atrofia sobrepeso obes depres ansied estres bipolar adicc alcohol vih hiv discapac demencia alzheimer autis amput cicatriz quemadur ulcera escara infecc fiebre sindrome patolog diagnost pronostic sintom secuela enfermed recaid cronic agud trauma accident caida caist cayo caerse choque golpe cirug operacion operado operada operar operaron quirofano protesis implante placa tornillo clavo artroscop yeso ferula ortesis muleta andador baston resonanc radiograf tomograf ecograf estudio placas";
/** What was done, or was not. */
const TREATMENTS =
  "ejercicio ejercita rutina rehabilit reeduc kinesioterap fisioterap electro magneto kinesiota ultrasonid laser tens ondas punc seca aguja acupuntur masaj masoterap drenaje linfat taping vendaje vendas rpg osteopat quiropra manipulac moviliz elonga estir fortalec propiocep pilates hidroterap crioterap termoterap hielo calor parafina tracci ventosa medic pastilla ibuprofen diclofenac paracetamol pregabalin tramadol corticoid cortison infiltr inyec antibiot antiinflam relajante plantilla corset cuello-ortopedico faja";
/** That somebody did not do what they should. */
const COURSE =
  /\b(?:(?:abandon|dej|suspend|interrump|cort|incumpl|falt|discontinu)\w* (?:a )?(?:el |la |las |los |tu |su |sus |tus |mi )?(?:tratamiento|sesion|sesiones|terapia|turnos|consultas)|tratamiento (?:de|para|por|del) |falt\w* a [a-z ]{0,20}sesiones|alta medica|(?:el|de) alta\b|bajar de peso|silla de ruedas|evaluacion inicial|evolucion|obra social no|tu cuerpo|tu edad|de su edad|tu peso|su peso|tu postura|su postura|tu historia clinica|historia clinica|tu caso|tu cuadro|su cuadro|tu problema|su problema|kilos)\b/;

const zoneWords = BODY_ZONES.flatMap(({ name, names }) => [name, ...names]).map(textKey);
const STEMS = [...new Set([ZONES, DIAGNOSES, TREATMENTS].flatMap((words) => textKey(words).split(" ")))];
const HEALTH = new RegExp(String.raw`\b(?:(?:${zoneWords.join("|")})s?\b|(?:${STEMS.join("|")}))`);
/** What people say with words of the body and mean no body. */
const IDIOMS =
  /\b(?:brazos abiertos|una mano|de primera mano|a mano|mano a mano|buenas manos|manos a la obra|mis manos|en nuestras manos|tomados de la mano|de la mano|al pie de la letra|a pie|en pie|de pie|a tus pies|cara a cara|dar la cara|doy la cara|de cabeza|todo corazon|de corazon|del corazon|mi corazon|a la vista|punto de vista|hasta la vista|en vista|ojos cerrados|a ojo|de pecho|a pecho|dar la espalda|golpe de suerte|sin dudas?|calor humano|estudios?a(?:r|mos)|media(?:s)? vuelta)\b/g;

/** Signs between letters or digits: "her.nia". */
const WITHIN_WORD = /(?<=[\p{L}\d])[^\p{L}\d\s]+(?=[\p{L}\d])/gu;
/** Digits and signs beside a letter: "esgu1nce", not "10". */
const DISGUISED = /[\d@$]*\p{L}[\p{L}\d@$]*/gu;
/** A text as it is read when its words hide behind signs. */
const undisguised = (text: string) => fold(text).replaceAll(DISGUISED, withLetters).replaceAll(WITHIN_WORD, "");

/** Whether a text has words of the body, of what somebody has, or of what was done about it, also behind signs. */
export const tellsHealth = (text: string): boolean =>
  [text, undisguised(text)].some((read) => {
    const key = textKey(read).replaceAll(IDIOMS, " ");
    return HEALTH.test(key) || COURSE.test(key);
  });
