import { useState } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CheckboxChips, RadioChips } from "../../ui/chip-group.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Select } from "../../ui/select.tsx";
import { StarInput } from "../../ui/star-rating.tsx";
import { StrengthMeter } from "../../ui/strength-meter.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { LONG, Part, Specimen } from "./specimen.tsx";

const options = [
  { value: "one", label: "Una" },
  { value: "two", label: "Otra, más larga", description: "Con una explicación debajo." },
  { value: "three", label: "La tercera" },
];
const places = ["Villa Crespo", "Villa Urquiza", "Vicente López"].map((name) => ({ name, hint: "Capital" }));
const wrong = { errorMessage: "Esto no puede ser así" };

/** Form fields. */
export function Fields() {
  const [text, setText] = useState("");
  const [one, setOne] = useState("two");
  const [many, setMany] = useState(["one"]);
  const [stars, setStars] = useState<number | null>(3);
  const [date, setDate] = useState<string | null>("1996-01-01");
  const typed = { value: text, onChange: setText };
  const chosen = { options, value: one, onChange: setOne };
  const ticked = { options, value: many, onChange: setMany };
  return (
    <Part title="Fields">
      <Specimen name="TextField">
        <TextField label="Vacío" placeholder="Por ejemplo" description="Con una ayuda." {...typed} />
        <TextField label="Opcional" isOptional {...typed} />
        <TextField label="Con error" {...typed} {...wrong} />
        <TextField label="Solo lectura" value={LONG} isReadOnly />
        <TextField label="No disponible" value="Texto" isDisabled />
        <TextField label="Contraseña" type="password" {...typed} />
        <TextField label="Párrafo" isMultiline counterMax={20} {...typed} />
        <TextField label="Párrafo de más" isMultiline counterMax={20} value={LONG} {...wrong} />
      </Specimen>
      <Specimen name="StrengthMeter">
        {([0, 1, 2, 3] as const).map((level) => (
          <StrengthMeter key={level} level={level} words={`Nivel ${level}.`} />
        ))}
      </Specimen>
      <Specimen name="SuggestField">
        <SuggestField label="Sugiere" suggestions={text ? places : []} {...typed} />
        <SuggestField label="Sugiere, con error" suggestions={[]} {...typed} {...wrong} />
      </Specimen>
      <Specimen name="Select">
        <Select label="Una de pocas" placeholder="Elegí" {...chosen} />
        <Select label="Con error" {...chosen} {...wrong} />
        <Select label="No disponible" isDisabled {...chosen} />
      </Specimen>
      <Specimen name="RadioGroup, RadioChips and CheckboxChips">
        <RadioGroup label="Tarjetas" {...chosen} />
        <RadioGroup label="Tarjetas, con error" description="Con una ayuda." {...chosen} {...wrong} />
        <RadioChips label="Una" description="Con una ayuda." {...chosen} />
        <RadioChips label="Una, con error" {...chosen} value="" {...wrong} />
        <CheckboxChips label="Varias" isOptional {...ticked} />
        <CheckboxChips label="Varias, con error" {...ticked} value={[]} {...wrong} />
        <RadioChips label="Una, no disponible" isDisabled {...chosen} />
      </Specimen>
      <Specimen name="Checkbox">
        <Checkbox isSelected={many.length > 0} onChange={(isOn) => setMany(isOn ? ["one"] : [])}>
          Sí o no
        </Checkbox>
        <Checkbox isSelected={false} {...wrong}>
          Con error
        </Checkbox>
        <Checkbox isSelected isDisabled>
          No disponible
        </Checkbox>
      </Specimen>
      <Specimen name="DateField, TimeField and StarInput">
        <DateField label="Fecha" value={date} onChange={setDate} />
        <DateField label="Fecha, con error" value={null} {...wrong} />
        <TimeField label="Hora" value="09:30" />
        <TimeField label="Hora, con error" value="" {...wrong} />
        <StarInput label="Calificación" value={stars} onChange={setStars} />
        <StarInput label="Calificación, con error" value={null} {...wrong} />
      </Specimen>
    </Part>
  );
}
