//! Enumerations whose values have names, each made from one table.

/// Makes an enumeration, the list of its values and their names.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident {
            $($(#[$doc:meta])* $value:ident = $name:literal,)*
        }
    ) => {
        $(#[$attribute])*
        pub enum $Enum {
            $($(#[$doc])* $value,)*
        }

        impl $Enum {
            /// All of them, in the order in which they are listed to people.
            pub const ALL: [$Enum; [$($name),*].len()] = [$($Enum::$value),*];

            /// The name, as people write and read it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$value => $name,)*
                }
            }
        }
    };
}
