import type { ButtonSize, ButtonVariant } from "../../ui/button-look.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { LONG, nothing, Part, Specimen } from "./specimen.tsx";

const variants: ButtonVariant[] = ["primary", "secondary", "quiet", "caution", "danger", "light", "link"];
const sizes: ButtonSize[] = ["small", "normal", "large", "inline"];

/** Buttons and other pressable components. */
export function Actions() {
  return (
    <Part title="Actions">
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button: ${variant}`}>
          <div className="flex flex-wrap items-center gap-3">
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {size}
              </Button>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant={variant} icon="plus">
              Con ícono
            </Button>
            <Button variant={variant} isPending>
              En curso
            </Button>
            <Button variant={variant} isDisabled>
              No disponible
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen name="Button: wide and long">
        <Button isWide>{LONG}</Button>
        <ButtonLink to="/dev/gallery" isWide>
          {LONG}
        </ButtonLink>
      </Specimen>
      <Specimen name="IconButton and MenuButton">
        <div className="flex gap-3">
          <IconButton icon="close" label="Cerrar" />
          <IconButton icon="close" label="Cerrar, sin poder" isDisabled />
        </div>
        <MenuButton
          label="Opciones"
          items={[
            { id: "edit", label: "Editar", icon: "edit", onAction: nothing },
            { id: "remove", label: "Eliminar", icon: "trash", isDanger: true, onAction: nothing },
          ]}
        >
          Opciones
        </MenuButton>
      </Specimen>
    </Part>
  );
}
