import { useState } from "react";
import { Link } from "react-router";
import type { Role } from "../../shared/roles.ts";
import { useProduct } from "../../shared/app-context.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Drawer } from "../../ui/drawer.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late.tsx";
import { Logo } from "../../ui/logo.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { Bell } from "./bell.tsx";
import { FOLDED, GROUPS, profileOf, securityOf } from "./navigation.ts";
import { SectionMenu } from "./section-menu.tsx";

const FindButton = late(
  async () => (await import("./find-button.tsx")).FindButton,
  () => <span className="size-11" />,
);

/** As wide as the widest screens of the role: sections, name and menu share one row, and stay in their place from screen to screen. */
const barWidth = (role: Role) => `mx-auto w-full px-4 md:px-6 ${role === "patient" ? "max-w-7xl" : ""}`;

type TopBarProps = {
  person: { id: string; name: string; photo_url: string | null };
  role: Role;
  isPanel: boolean;
  onTogglePanel: () => void;
  onSignOut: () => void;
};

/** The bar of every dashboard with the user menu. Sections are in the bar from 768 px unless in the side panel; below, in a drawer. */
export function TopBar({ person, role, isPanel, onTogglePanel, onSignOut }: TopBarProps) {
  const { productName } = useProduct();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  // Groups of sections get a row of their own.
  const isCrowded = GROUPS[role] !== undefined;
  // Below this width the styles hide the sections. They are not rendered there either: that would cost a modest phone a tenth of a second.
  const isWide = useIsWide();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <div
        className={`flex min-h-14 flex-wrap items-center justify-between gap-2 py-1 md:min-h-16 lg:gap-4 ${isPanel ? "px-4" : barWidth(role)}`}
      >
        <div className="md:hidden">
          <IconButton icon="menu" label="Abrir menú" onPress={() => setDrawerOpen(true)} />
        </div>
        <Link to="/dashboard" className="inline-flex min-h-11 items-center rounded-card">
          <Logo name={productName} />
        </Link>
        <div className="hidden min-w-0 flex-1 items-center gap-1 md:flex">
          <IconButton
            icon="menu"
            label={isPanel ? "Pasar el menú a la barra (Ctrl+B)" : "Pasar el menú al costado (Ctrl+B)"}
            onPress={onTogglePanel}
          />
          {isWide && !isPanel && !isCrowded && <SectionMenu role={role} />}
        </div>
        <div className="flex items-center gap-1 md:gap-2">
          {role === "admin" && <FindButton />}
          <Bell role={role} />
          <span className="hidden max-w-48 truncate font-semibold lg:block">{person.name}</span>
          <MenuButton
            label="Menú de usuario"
            items={[
              { id: "profile", label: "Mi Perfil", icon: "user", href: profileOf(role) },
              ...(FOLDED[role] ?? []),
              { id: "security", label: "Seguridad", icon: "shield", href: securityOf(role) },
              { id: "sign-out", label: "Cerrar sesión", icon: "signOut", onAction: onSignOut },
            ]}
          >
            <Avatar name={person.name} photoUrl={person.photo_url} size="small" />
            <Icon name="chevron" className="hidden size-4 text-muted md:block" />
          </MenuButton>
        </div>
      </div>
      {isCrowded && !isPanel && (
        <div data-second-row className="hidden border-t border-line md:block">
          <div className="px-3 lg:px-5">{isWide && <SectionMenu role={role} />}</div>
        </div>
      )}
      <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} label="Menú" title={<Logo name={productName} />}>
        <SectionMenu role={role} isStacked onChoose={() => afterPaint(() => setDrawerOpen(false))} />
      </Drawer>
    </header>
  );
}
